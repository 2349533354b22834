import { groupCode } from '#checkout/groupCode.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import css from '#staff/web/backoffice/Ops.module.css'

type OfPayment = {
  readonly ticket: string
  readonly lot: string | null
  readonly payment: string
  readonly protocol: string
}

/** Where a payment belongs; `payment` is its token. */
export function paymentFacts({ ticket, lot, payment, protocol }: OfPayment) {
  const link = <a href={hrefTo('staff.transaction', { params: { token: payment } })}>{protocol}</a>
  return [
    { label: 'Ticket', value: <span className={css.code}>{groupCode(ticket)}</span> },
    { label: 'Estacionamento', value: lot ?? '—' },
    { label: 'Pagamento', value: link },
  ]
}
