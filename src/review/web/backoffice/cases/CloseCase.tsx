import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { closeCase, type BackOfficeTransaction } from '../../../backoffice.ts'
import { cases, type EventKind } from '#payment/cases.ts'

type Props = { entity: BackOfficeTransaction; kind: EventKind; reload: () => void }

export function CloseCase({ entity: { id }, kind, reload }: Props) {
  const [asking, ask] = useState(false)
  const { text } = cases[kind]
  const close = async (reason: string) => {
    await call(closeCase, { params: { id, kind }, body: { reason } })
    notify('Caso encerrado.', 'success', 3_000)
  }
  return (
    <>
      <Button look="plain" onClick={() => ask(true)}>
        Encerrar o caso
      </Button>
      {asking && (
        <ReasonDialog
          title="Encerrar o caso"
          yes="ENCERRAR"
          run={close}
          onChanged={reload}
          onClose={() => ask(false)}
        >
          <p>{text}: diga como foi resolvido. O dinheiro não muda de lugar.</p>
        </ReasonDialog>
      )}
    </>
  )
}
