import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { useCustomer } from '#counter/web/customer.ts'
import type { CustomerTicket } from '#counter/web/customer.ts'
import { dateTimeText, timeText } from '#kit/web/time/instants.ts'
import { TicketCard } from '#counter/web/ticket/TicketCard.tsx'
import type { Fact } from '#counter/web/ticket/TicketCard.tsx'

/** The ticket that the address names, and its card for the `aside` of a screen. Without one, back to the search. */
export function useFlowTicket(): { code: string | undefined; aside: ReactNode } {
  const { query } = useRoute()
  const { ticket } = useCustomer()
  const code = query['ticket'] ?? ticket?.code
  useEffect(() => {
    if (code === undefined) replaceWith('ticket.read')
  }, [code])
  if (code === undefined) return { code, aside: undefined }
  return { code, aside: <FlowTicket code={code} ticket={ticket?.code === code ? ticket : null} /> }
}

/** One line on a phone, the whole ticket on a desktop. */
function FlowTicket({ code, ticket }: { code: string; ticket: CustomerTicket | null }) {
  if (!ticket) return <TicketCard code={code} compact />
  return (
    <TicketCard
      code={code}
      lot={ticket.lot}
      valueHuman={ticket.valueHuman}
      facts={ticketFacts(ticket)}
      compact
    />
  )
}

/** Tempo, Entrada and Pagar até, in the lot's own time. */
export function ticketFacts(ticket: CustomerTicket): Fact[] {
  const facts: Fact[] = [
    { label: 'Tempo', value: ticket.time },
    { label: 'Entrada', value: dateTimeText(ticket.entranceDateTime, ticket.time_zone) },
  ]
  if (ticket.t_expires !== null) {
    facts.push({ label: 'Pagar até', value: timeText(ticket.t_expires, ticket.time_zone) })
  }
  return facts
}
