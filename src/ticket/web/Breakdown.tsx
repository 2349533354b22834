import { Icon } from '#kit/web/Icon.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import type { WireTicket } from '../contract.ts'
import css from './Ticket.module.css'

export function Breakdown({ ticket, open = false }: { ticket: WireTicket; open?: boolean }) {
  if (ticket.breakdown.length === 0) return null
  const facts = ticket.breakdown.map((line) => ({
    label: line.text,
    value: reais(line.value, line.valueHuman),
  }))
  return (
    <details className={css.breakdown} open={open}>
      <summary>
        Como calculamos
        <Icon name="down" size={20} />
      </summary>
      <div className={css.lines}>
        <Facts
          facts={[...facts, { label: 'Total a pagar', value: reais(ticket.value, ticket.valueHuman) }]}
        />
      </div>
    </details>
  )
}

/** -6, '-6,00' -> '− R$ 6,00'. */
function reais(value: number, human: string): string {
  return value < 0 ? `− R$ ${human.replace(/^-/, '')}` : `R$ ${human}`
}
