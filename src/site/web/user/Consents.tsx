import { dayText } from '#kit/calendar.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { revokeConsent, type WireConsent } from '../../contract.ts'
import css from './MyData.module.css'

type Props = { consents: readonly WireConsent[]; onChange: () => void }

const doneMs = 4_000

export function Consents({ consents, onChange }: Props) {
  const revoke = (consent: WireConsent) => void revokeOne(consent).then((done) => done && onChange())
  return (
    <Panel title="Meus consentimentos">
      {consents.length === 0 ? (
        <p>Nenhum consentimento registrado.</p>
      ) : (
        <ul className={css.consents}>
          {consents.map((consent) => (
            <li key={consent.id}>
              <Consent consent={consent} onRevoke={() => revoke(consent)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Consent({ consent, onRevoke }: { consent: WireConsent; onRevoke: () => void }) {
  const { title, at, revoked_at, revocable, terms_version } = consent
  return (
    <>
      <div>
        <strong>{title}</strong>
        <p className={css.soft}>{`Aceito em ${dateTimeText(at)}, termos de ${dayText(terms_version)}.`}</p>
        {revoked_at !== null && <p className={css.soft}>{`Revogado em ${dateTimeText(revoked_at)}.`}</p>}
        {revoked_at === null && !revocable && (
          <p className={css.soft}>Necessário enquanto a conta existir.</p>
        )}
      </div>
      {revoked_at === null && revocable && (
        <Button look="danger" aria-label={`Revogar: ${title}`} onClick={onRevoke}>
          Revogar
        </Button>
      )}
    </>
  )
}

async function revokeOne(consent: WireConsent): Promise<boolean> {
  const sure = await confirm('Revogar este consentimento?', {
    text: `${consent.title}. O que ele permitia guardar é apagado.`,
    yes: 'Revogar',
    danger: true,
  })
  if (!sure) return false
  try {
    await whileLoading(call(revokeConsent, { params: { id: consent.id } }))
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'danger')
    return failure.status === 404 || failure.status === 409
  }
  notify('Consentimento revogado.', 'success', doneMs)
  return true
}
