import { useCustomer } from '#kit/web/state/customer.ts'
import { dateTimeText, timeText } from '#kit/web/ticket/instants.ts'
import { TicketCard } from '#kit/web/ticket/TicketCard.tsx'
import type { Fact } from '#kit/web/ticket/TicketCard.tsx'
import type { WireTransaction } from '../contract.ts'
import { reserveOf } from './reserve/standing.ts'
import { vehicleFacts } from './reserve/vehicleFacts.ts'

/** The ticket that a payment pays, with the amount that is frozen for it. */
export function PaymentTicket({ payment }: { payment: WireTransaction }) {
  const { ticket: known } = useCustomer(payment.ticket_code)
  const reserve = reserveOf(payment)
  if (reserve) {
    return (
      <TicketCard
        code={payment.ticket_code}
        lot={reserve.lot}
        valueHuman={payment.valueHuman}
        facts={vehicleFacts(payment)}
        compact
      />
    )
  }
  const facts: Fact[] = [{ label: 'Forma de pagamento', value: payment.payment_type_desc }]
  if (known)
    facts.unshift({ label: 'Entrada', value: dateTimeText(known.entranceDateTime, payment.time_zone) })
  if (payment.expires_at !== null) {
    facts.push({ label: 'Pagar até', value: timeText(payment.expires_at, payment.time_zone) })
  }
  return (
    <TicketCard
      code={payment.ticket_code}
      lot={known?.lot}
      valueHuman={payment.valueHuman}
      facts={facts}
      compact
    />
  )
}
