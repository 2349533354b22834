import { Button } from '#kit/web/Button.tsx'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import css from './Enrolment.module.css'

export function RecoveryCodes({ codes, onContinue }: { codes: readonly string[]; onContinue: () => void }) {
  return (
    <>
      <Panel title="Códigos de recuperação">
        <p>
          Guarde estes códigos fora do celular. Cada um entra uma vez no lugar do aplicativo autenticador, e
          eles não são mostrados de novo.
        </p>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code className={css.secret}>{code}</code>
            </li>
          ))}
        </ul>
      </Panel>
      <Actions>
        <Button onClick={onContinue}>CONTINUAR</Button>
      </Actions>
    </>
  )
}
