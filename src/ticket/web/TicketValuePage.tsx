import { useFlowTicket, ticketFacts } from '#account/web/FlowTicket.tsx'
import type { CallFailure } from '#kit/web/call/failure.ts'
import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { TicketCard } from '#kit/web/ticket/TicketCard.tsx'
import { Situation } from '#payment/web/Situation.tsx'
import type { WireTicket } from '../contract.ts'
import { Breakdown } from './Breakdown.tsx'
import css from './Ticket.module.css'
import { ExitDeadline, TicketSituation } from './TicketSituation.tsx'
import { useTicketValue } from './useTicketValue.ts'

/** How much, why, and until when (spec.md screen 15). */
export default function TicketValuePage() {
  const { code } = useFlowTicket()
  const { view, reload } = useTicketValue(code)
  return (
    <Page
      title="Verifique o valor"
      step="ticketCode"
      aside={code !== undefined && <Aside code={code} view={view} />}
    >
      {view.state === 'failed' && <Failed failure={view.failure} reload={reload} />}
      {view.state === 'ready' && (
        <>
          <p className={css.news} role="status">
            {view.news !== '' && (
              <>
                <Icon name="info" size={22} />
                <span>{view.news}</span>
              </>
            )}
          </p>
          <TicketSituation ticket={view.read.ticket} />
          <Breakdown
            key={view.read.ticket.state}
            ticket={view.read.ticket}
            open={view.read.ticket.state === 'overdue'}
          />
          <Next ticket={view.read.ticket} stale={view.stale} reload={reload} />
        </>
      )}
      <Button look="quiet" onClick={() => go('ticket.read')}>
        Voltar
      </Button>
    </Page>
  )
}

function Aside({ code, view }: { code: string; view: ReturnType<typeof useTicketValue>['view'] }) {
  const { ticket: kept } = useCustomer()
  if (view.state === 'loading') {
    return (
      <TicketCard code={code}>
        <Waiting />
      </TicketCard>
    )
  }
  const ticket = view.state === 'ready' ? view.read.ticket : kept?.code === code && isUnanswered(view.failure) ? kept : null
  if (!ticket) return <TicketCard code={code} compact />
  const paid = ticket.state === 'paid'
  const due = ticket.state === 'due' || ticket.state === 'overdue'
  return (
    <TicketCard
      code={code}
      lot={ticket.lot}
      valueHuman={paid ? ticket.paidHuman : due ? ticket.valueHuman : undefined}
      state={paid ? 'paid' : 'open'}
      facts={ticketFacts(ticket)}
    >
      <ExitDeadline ticket={ticket} />
    </TicketCard>
  )
}

function Waiting() {
  return (
    <>
      <p>Buscando dados, aguarde...</p>
      <Skeleton lines={5} label="" />
    </>
  )
}

function Next({ ticket, stale, reload }: { ticket: WireTicket; stale: boolean; reload: () => void }) {
  const due = ticket.state === 'due' || ticket.state === 'overdue'
  if (!due) {
    const contact = ticket.state === 'blocked'
    return contact ? (
      <Contact code={ticket.code} />
    ) : (
      <Button look="plain" onClick={reload}>
        Consultar de novo
      </Button>
    )
  }
  return (
    <Actions>
      {stale && (
        <Button look="plain" onClick={reload}>
          Atualizar valor
        </Button>
      )}
      <Button
        type="button"
        missing={stale ? 'O prazo deste valor terminou e ainda não foi possível atualizá-lo.' : undefined}
        onClick={() => go('ticket.account', { query: { ticket: ticket.code } })}
      >
        IR PARA PAGAMENTO
      </Button>
    </Actions>
  )
}

function Contact({ code }: { code: string }) {
  return (
    <RouteLink to="contact" query={{ backTo: 'ticket.value', ticket: code }} look="plain" icon="chat">
      Fale conosco
    </RouteLink>
  )
}

/** No ticket to show: it left, it does not exist, or nobody answered. */
function Failed({ failure, reload }: { failure: CallFailure; reload: () => void }) {
  const final = failure.status === 404 || failure.status === 410 || failure.status === 422
  return (
    <>
      <Situation tone={final ? 'warn' : 'stop'} title={failure.message} takesFocus />
      {!final && (
        <Actions>
          <Button type="button" onClick={reload}>
            Tentar novamente
          </Button>
        </Actions>
      )}
    </>
  )
}
