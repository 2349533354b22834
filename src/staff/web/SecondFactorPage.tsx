import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, goToTarget, parseTarget, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { passSecondFactor, enrolSecondFactor } from '../contract.ts'
import { useSecondFactor } from './useSecondFactor.ts'
import css from './Enrolment.module.css'
import { useCall } from '#kit/web/call/useCall.ts'

const failed = 'Não foi possível verificar o código de acesso'

export default function SecondFactorPage() {
  const factor = useSecondFactor()
  return (
    <Page title="Código de acesso">
      <LoadView load={factor} failed={failed} label="Carregando..." lines={4}>
        {({ enrolled }) => <CodeForm enrolled={enrolled} />}
      </LoadView>
      <RouteLink to="ticket.read" variant="quiet" icon="ticket">
        Pagar um ticket
      </RouteLink>
      <Button variant="quiet" icon="exit" onClick={() => go('logout')}>
        Sair
      </Button>
    </Page>
  )
}

type Entry = { code: string }

function CodeForm({ enrolled }: { enrolled: boolean }) {
  const { query } = useRoute()
  const form = useForm<Entry>({ schema: passSecondFactor.body, defaultValues: { code: '' } })
  const [codes, showCodes] = useState<readonly string[] | null>(null)
  const pass = async ({ code }: Entry) => {
    try {
      const { data } = await whileLoading(call(passSecondFactor, { body: { code } }))
      if (data.recovery_codes !== null) return showCodes(data.recovery_codes)
      enter()
    } catch (failure) {
      form.resetField('code')
      throw failure
    }
  }
  const enter = () => {
    const target = parseTarget(query['to'])
    if (target && target.name !== 'staff.secondFactor') goToTarget(target, { replace: true })
    else replaceWith('staff.dashboard')
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onContinue={enter} />
  return (
    <Form form={form} onSubmit={pass}>
      <Panel>
        {enrolled ? (
          <p>
            Abra o seu aplicativo autenticador e digite os 6 dígitos do Guichê. Sem ele, digite um código de
            recuperação.
          </p>
        ) : (
          <Enrolment />
        )}
        <TextField
          name="code"
          label="Código de 6 dígitos"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </Panel>
      <Actions>
        <Button type="submit" busy={form.formState.isSubmitting}>
          Continuar
        </Button>
      </Actions>
    </Form>
  )
}

function RecoveryCodes({ codes, onContinue }: { codes: readonly string[]; onContinue: () => void }) {
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
        <Button onClick={onContinue}>Continuar</Button>
      </Actions>
    </>
  )
}

function Enrolment() {
  const factor = useCall(enrolSecondFactor)
  return (
    <LoadView load={factor} failed={failed} label="Carregando..." lines={6}>
      {({ data }) => <Secret {...data} />}
    </LoadView>
  )
}

function Secret({ qrcode, secret }: { qrcode: string; secret: string }) {
  return (
    <div className="stack loose">
      <p>
        A administração pede, além da senha, um código que muda a cada 30 segundos. Leia esta imagem com um
        aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou 1Password.
      </p>
      <img
        className={css.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qrcode)}`}
        width={200}
        height={200}
        alt="QR code para o aplicativo autenticador"
      />
      <p>
        Sem câmera? Digite esta chave:{' '}
        <code className={css.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </div>
  )
}
