import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { useCustomer } from '#checkout/web/customer.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { failureText } from '#kit/web/failure.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import type { StoredPayer } from '#checkout/web/rememberedPayer.ts'
import PayAs from './PayAs.tsx'
import css from './Remember.module.css'
import type { RememberedPayer } from './useRememberedPayer.ts'

type Props = { person: StoredPayer; remembered: RememberedPayer; ticket: string; onClose: () => void }

export default function ConfirmSheet({ person, remembered, ticket, onClose }: Props) {
  const query = { ticket }
  const { ticket: known } = useCustomer(ticket)
  return (
    <Dialog title="Confirme seus dados" shape="sheet" onClose={onClose}>
      <p className={css.ticket} translate="no">
        <span>{formatTicketCode(ticket)}</span>
        {known && <strong>{`R$\u00a0${known.valueHuman}`}</strong>}
      </p>
      <PayAs
        by="sheet"
        person={person}
        remembered={{
          ...remembered,
          reportRefusal(refusal) {
            notify(failureText(refusal), 'danger')
            go('ticket.account', { query })
          },
        }}
        ticket={ticket}
        onSent={() => go('ticket.paymentType', { query })}
      />
    </Dialog>
  )
}
