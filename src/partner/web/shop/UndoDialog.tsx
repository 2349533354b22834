import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { undoOwnValidation } from '../../contract.ts'

type Props = { id: number; code: string; onUndone: () => void; onClose: () => void }

/** A validation that is taken back, with a reason. */
export default function UndoDialog({ id, code, onUndone, onClose }: Props) {
  return (
    <ReasonDialog
      title="Desfazer o convênio?"
      yes="Desfazer"
      danger
      run={async (reason) => {
        await call(undoOwnValidation, { params: { id }, body: { reason } })
        notify('Convênio desfeito.', 'success')
      }}
      onChanged={onUndone}
      onClose={onClose}
    >
      <p>{`O ticket ${formatTicketCode(code)} volta ao preço sem o desconto em 5 minutos.`}</p>
    </ReasonDialog>
  )
}
