import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { dateTimeText } from '#kit/web/ticket/instants.ts'
import { changeDeviceKey, type DeskDeviceWire, revokeDevice } from '../../../register/deviceContract.ts'
import css from '../Register.module.css'
import { KeyDialog } from './KeyDialog.tsx'

type Props = { device: DeskDeviceWire; onChanged: () => void }

/** What may be done with a device's key: another one, or none any more. */
export function KeyActions({ device, onChanged }: Props) {
  const [key, setKey] = useState<string | null>(null)
  return (
    <section className={css.section} aria-labelledby="chave">
      <h2 id="chave">Chave</h2>
      {device.revoked_at === null ? (
        <Deeds device={device} onKey={setKey} onChanged={onChanged} />
      ) : (
        <p className={css.note}>
          Revogada em {dateTimeText(device.revoked_at)}. Cadastre um novo equipamento.
        </p>
      )}
      {key !== null && (
        <KeyDialog
          device={{ name: device.name, key }}
          onClose={() => {
            setKey(null)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

function Deeds({ device, onKey, onChanged }: Props & { onKey: (key: string) => void }) {
  const params = { id: device.id }
  const change = useOneAtATime(async () => {
    const text = `${device.name} para de funcionar até receber a nova.`
    if (!(await confirm('Trocar a chave?', { text, yes: 'Trocar' }))) return
    await told(async () => onKey((await call(changeDeviceKey, { params })).entity.key))
  })
  const revoke = useOneAtATime(async () => {
    const text = `${device.name} não poderá mais chamar o portal. Não há como voltar atrás.`
    if (!(await confirm('Revogar a chave?', { text, yes: 'Revogar', danger: true }))) return
    await told(async () => {
      await call(revokeDevice, { params })
      notify('Chave revogada.', 'success')
      onChanged()
    })
  })
  return (
    <>
      <p className={css.note}>Em uso desde {dateTimeText(device.key_at)}.</p>
      <Button look="plain" onClick={() => void change()}>
        Trocar a chave
      </Button>
      <Button look="danger" type="button" onClick={() => void revoke()}>
        Revogar a chave
      </Button>
    </>
  )
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await whileLoading(work())
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'danger')
  }
}
