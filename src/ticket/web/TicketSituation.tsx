import { momentText } from '#kit/web/time/instants.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import type { WireTicket } from '../contract.ts'
import { isExitPast } from './value/untilExpiry.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import css from './Ticket.module.css'

const leaveSoon = 'Saia assim que puder: se o tempo de permanência aumentar, pode haver diferença a pagar.'

export function TicketSituation({ ticket }: { ticket: WireTicket }) {
  if (ticket.blocked_by) return <Blocked by={ticket.blocked_by} code={ticket.code} />
  switch (ticket.state) {
    case 'issued':
      return (
        <Situation tone="sign" title="A entrada ainda não foi registrada">
          <p>Consulte de novo depois de passar pela cancela de entrada.</p>
        </Situation>
      )
    case 'free':
      return ticket.awaits_exit === true ? (
        <AuthoriseExit code={ticket.code} />
      ) : (
        <Situation tone="go" title={freeTitle(ticket)}>
          <p>Não há nada a pagar agora. Depois desse horário, a cobrança conta desde a entrada.</p>
        </Situation>
      )
    case 'paid':
      return isExitPast(ticket) ? (
        <Situation tone="warn" title="O prazo de saída terminou, mas nada é devido por enquanto">
          <p>{leaveSoon}</p>
        </Situation>
      ) : (
        <Situation tone="go" title="Este ticket já está pago">
          <p>{ticket.ticket_dt_exit === null ? leaveSoon : 'Dirija-se à saída até o horário indicado.'}</p>
          <RouteLink to="ticket.receipt" query={{ ticket: ticket.code }} look="quiet" icon="mail">
            Reenviar um recibo
          </RouteLink>
        </Situation>
      )
    case 'overdue':
      return <Overdue ticket={ticket} />
    case 'exited':
      return <Situation tone="warn" title="Este ticket já foi utilizado na saída." />
    case 'blocked':
      return (
        <Situation tone="stop" title="Este ticket está bloqueado.">
          <p>Ele não pode ser pago por aqui.</p>
        </Situation>
      )
    case 'due':
      return null
  }
}

function Overdue({ ticket }: { ticket: WireTicket }) {
  return (
    <Situation tone="warn" title="Falta pagar só a diferença">
      <p>
        {ticket.ticket_dt_exit === null
          ? `Você já pagou R$ ${ticket.paidHuman}. Faltam R$ ${ticket.valueHuman}.`
          : `Você já pagou R$ ${ticket.paidHuman} e podia sair até ${momentText(ticket.ticket_dt_exit, ticket.time_zone)}. O prazo terminou e o tempo a mais custa R$ ${ticket.valueHuman}.`}
      </p>
    </Situation>
  )
}

type BlockedProps = { by: NonNullable<WireTicket['blocked_by']>; code: string }

function Blocked({ by, code }: BlockedProps) {
  if (by === 'ticket_reserved') return <AuthoriseExit code={code} />
  const { title, text } = blockedTexts[by]
  return (
    <Situation tone="warn" title={title}>
      <p>{text}</p>
    </Situation>
  )
}

const blockedTexts = {
  payment_in_flight: {
    title: 'Alguém já está pagando este ticket',
    text: 'O banco ainda não confirmou. Não pague de novo: consulte outra vez em um minuto.',
  },
  too_many_attempts: {
    title: 'Muitas tentativas de pagamento',
    text: 'Nada foi cobrado, e por aqui só será possível pagar mais tarde.',
  },
} as const satisfies Record<Exclude<BlockedProps['by'], 'ticket_reserved'>, { title: string; text: string }>

/** docs/spec.md#r22 */
function AuthoriseExit({ code }: { code: string }) {
  return (
    <>
      <Situation tone="sign" title="Autorize a saída da sua reserva no menu.">
        <p>A cancela só abre depois disso. Entre na conta com que a vaga foi reservada.</p>
      </Situation>
      <RouteLink
        to="login"
        query={{ to: 'user.menu', backTo: 'ticket.value', ticket: code }}
        look="primary"
        icon="exit"
      >
        IR PARA O MENU
      </RouteLink>
    </>
  )
}

function freeTitle({ free_until: until, time_zone: zone }: WireTicket): string {
  return until === null
    ? 'Dentro da tolerância: saída livre'
    : `Dentro da tolerância: saída livre até ${momentText(until, zone)}`
}

type Promised = WireTicket & { ticket_dt_exit: string }

export function hasExitDeadline(ticket: WireTicket): ticket is Promised {
  return ticket.state === 'paid' && ticket.ticket_dt_exit !== null && !isExitPast(ticket)
}

export function ExitDeadline({ ticket: { ticket_dt_exit, time_zone } }: { ticket: Promised }) {
  return <ExitCountdown key={ticket_dt_exit} deadline={ticket_dt_exit} timeZone={time_zone} large />
}

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
