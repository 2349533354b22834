import { groupCode } from '#checkout/groupCode.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import type { PaymentReference } from '../backoffice.ts'

export function paymentFacts({ ticket, lot, payment, protocol }: PaymentReference) {
  const link = <a href={hrefTo('staff.transaction', { params: { token: payment } })}>{protocol}</a>
  return [
    { label: 'Ticket', value: <span className={css.code}>{groupCode(ticket)}</span> },
    { label: 'Estacionamento', value: lot ?? '—' },
    { label: 'Pagamento', value: link },
  ]
}
