import { useCustomer } from '#checkout/web/customer.ts'
import { dateTimeText, payUntilText } from '#kit/web/time/instantTexts.ts'
import { TicketCard, type Fact } from '#checkout/web/ticket/TicketCard.tsx'
import type { OwnOrForeignTransaction } from '../contract.ts'
import { PaymentLoadFailed } from './PaymentLoadFailed.tsx'
import type { SubjectDisplay } from './subjectDisplay.ts'
import type { PolledPayment } from './usePayment.ts'

type AsideProps = {
  token: string
  polled: Pick<PolledPayment, 'view' | 'reload'>
  payment: OwnOrForeignTransaction | null
  subject: SubjectDisplay | null
}

/** The payment beside a screen that pays, or why it was not loaded. */
export function PaymentAside({ token, polled: { view, reload }, payment, subject }: AsideProps) {
  if (payment && subject) return <PaymentTicket payment={payment} card={subject.card} />
  if (view.state !== 'failed') return <div />
  return <PaymentLoadFailed token={token} failure={view.failure} reload={reload} />
}

export function PaymentTicket({
  payment,
  card,
}: { payment: OwnOrForeignTransaction } & Pick<SubjectDisplay, 'card'>) {
  const { ticket: known } = useCustomer(payment.ticket_code)
  if (card !== null) return card
  const facts: Fact[] = [{ label: 'Forma de pagamento', value: payment.payment_type_desc }]
  if (known)
    facts.unshift({ label: 'Entrada', value: dateTimeText(known.entranceDateTime, payment.time_zone) })
  if (payment.expires_at !== null) {
    facts.push({ label: 'Pagar até', value: payUntilText(payment.expires_at, payment.time_zone) })
  }
  return (
    <TicketCard
      code={payment.ticket_code}
      lot={known?.lot ?? lotNameOf(payment)}
      valueHuman={payment.valueHuman}
      facts={facts}
      compact
    />
  )
}

/** A payment of somebody else does not tell its car park. */
function lotNameOf(payment: OwnOrForeignTransaction): string | undefined {
  return payment.mine === false ? undefined : (payment.lot_name ?? undefined)
}
