import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import type { BackOfficeTransaction, PaymentReference } from '../backoffice.ts'

export function paymentFacts({ ticket, lot, payment, protocol }: PaymentReference) {
  const link = <a href={hrefTo('staff.transaction', { params: { token: payment } })}>{protocol}</a>
  return [
    { label: 'Ticket', value: <span className={css.code}>{formatTicketCode(ticket)}</span> },
    { label: 'Estacionamento', value: lot ?? '—' },
    { label: 'Pagamento', value: link },
  ]
}

/** A refund with a negative amount records a failed refund. */
export function movementFacts(ledger: BackOfficeTransaction['ledger'], timeZone: string) {
  return ledger.map(({ kind, amount, at }) => ({
    label: kind === 'capture' ? 'Cobrado' : amount.value < 0 ? 'Devolução negada' : 'Devolvido',
    value: (
      <>
        <span>{`${kind === 'refund' && amount.value > 0 ? '− ' : ''}R$ ${amount.valueHuman.replace('-', '')}`}</span>
        <small className={css.when}>{dateTimeText(at, timeZone)}</small>
      </>
    ),
  }))
}
