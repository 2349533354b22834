import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { formatReais } from '#kit/money.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Copyable } from '#staff/web/backoffice/Copyable.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import type { BackOfficeTransaction, PaymentReference } from '../backoffice.ts'

export function paymentFacts({ ticket, lot, payment, protocol }: PaymentReference) {
  return [
    {
      label: 'Ticket',
      value: (
        <Copyable text={ticket} name="o código do ticket">
          {formatTicketCode(ticket)}
        </Copyable>
      ),
    },
    { label: 'Estacionamento', value: lot ?? '—' },
    {
      label: 'Pagamento',
      value: (
        <Copyable text={protocol} name="o protocolo">
          <a href={hrefTo('staff.transaction', { params: { token: payment } })}>{protocol}</a>
        </Copyable>
      ),
    },
  ]
}

/** A refund with a negative amount records a failed refund. */
export function movementFacts(ledger: BackOfficeTransaction['ledger'], timeZone: string) {
  return ledger.map(({ kind, amount, at }) => ({
    label: kind === 'capture' ? 'Cobrado' : amount.value < 0 ? 'Devolução negada' : 'Devolvido',
    value: (
      <>
        <span>{formatReais(kind === 'refund' ? -amount.value : amount.value)}</span>
        <small className={css.when}>{dateTimeText(at, timeZone)}</small>
      </>
    ),
  }))
}
