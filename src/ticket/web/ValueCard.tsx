import { ticketFacts } from '#account/web/FlowTicket.tsx'
import { momentText } from '#kit/web/time/instants.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import type { WireTicket } from '../contract.ts'
import { ExitDeadline, hasExitDeadline } from './TicketSituation.tsx'
import type { TicketView } from './value/useTicketValue.ts'

export function ValueCard({ code, view }: { code: string; view: TicketView }) {
  switch (view.state) {
    case 'loading':
      return (
        <TicketCard code={code}>
          <p>Buscando dados, aguarde...</p>
        </TicketCard>
      )
    case 'failed':
      return view.kept ? <Priced ticket={view.kept} live={false} /> : <TicketCard code={code} compact />
    case 'ready':
      return <Priced ticket={view.read.ticket} live />
  }
}

function Priced({ ticket, live }: { ticket: WireTicket; live: boolean }) {
  const paid = ticket.state === 'paid'
  const due = ticket.state === 'due' || ticket.state === 'overdue'
  const facts = ticketFacts(ticket)
  if (paid && !live && ticket.ticket_dt_exit !== null) {
    facts.push({ label: 'Sair até', value: momentText(ticket.ticket_dt_exit, ticket.time_zone) })
  }
  return (
    <TicketCard
      code={ticket.code}
      lot={ticket.lot}
      valueHuman={paid ? ticket.paidHuman : due ? ticket.valueHuman : undefined}
      state={paid ? 'paid' : 'open'}
      facts={facts}
      lead={live && hasExitDeadline(ticket) && <ExitDeadline ticket={ticket} />}
    />
  )
}
