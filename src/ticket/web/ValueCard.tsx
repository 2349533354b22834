import { ticketFacts } from '#account/web/CheckoutTicket.tsx'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import type { WireTicket } from '../contract.ts'
import { isExitDeadlinePast } from './value/ticketExpiry.ts'
import { isTicketDue } from './fetchTicket.ts'
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
      return view.cached ? (
        <PricedTicketCard ticket={view.cached} live={false} />
      ) : (
        <TicketCard code={code} compact />
      )
    case 'ready':
      return <PricedTicketCard ticket={view.read.ticket} live />
  }
}

function PricedTicketCard({ ticket, live }: { ticket: WireTicket; live: boolean }) {
  const { ticket_dt_exit: exitUntil, time_zone: zone } = ticket
  const paid = ticket.state === 'paid'
  const facts = ticketFacts(ticket)
  if (paid && !live && exitUntil !== null)
    facts.push({ label: 'Sair até', value: formatDayAndTime(exitUntil, zone) })
  return (
    <TicketCard
      code={ticket.code}
      lot={ticket.lot}
      valueHuman={paid ? ticket.paidHuman : isTicketDue(ticket) ? ticket.valueHuman : undefined}
      state={paid ? 'paid' : 'open'}
      facts={facts}
      lead={
        live &&
        paid &&
        exitUntil !== null &&
        !isExitDeadlinePast(ticket) && (
          <ExitCountdown key={exitUntil} deadline={exitUntil} timeZone={zone} large />
        )
      }
    />
  )
}
