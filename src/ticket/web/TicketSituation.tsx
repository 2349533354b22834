import { formatReais } from '#kit/money.ts'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import type { WireTicket } from '../contract.ts'
import { isExitDeadlinePast } from './value/ticketExpiry.ts'
import { Fold } from '#kit/web/page/Fold.tsx'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import css from './Ticket.module.css'

const pastTitle = 'O prazo de saída terminou, mas nada é devido por enquanto'
const leaveSoonText =
  'Saia assim que puder: se o tempo de permanência aumentar, pode haver diferença a pagar.'

export function TicketSituation({ ticket }: { ticket: WireTicket }) {
  const { state, blocked_by: blockedBy, awaits_exit: awaitsExit, code } = ticket
  if (blockedBy === 'ticket_reserved' || (state === 'free' && awaitsExit))
    return <AuthoriseExitNotice code={code} />
  const content = situationOf(ticket)
  return (
    content && (
      <Callout tone={content.tone} title={content.title}>
        {content.text !== undefined && (
          <>
            <p>{content.text}</p>
            {content.hasReceipt && (
              <RouteLink to="ticket.receipt" query={{ ticket: code }} variant="quiet" icon="mail">
                Reenviar um recibo
              </RouteLink>
            )}
          </>
        )}
      </Callout>
    )
  )
}

type Tone = 'sign' | 'go' | 'warn' | 'stop'
type Situation = { tone: Tone; title: string; text?: string; hasReceipt?: true }

function situationOf(ticket: WireTicket): Situation | null {
  const { ticket_dt_exit: exitUntil, time_zone: zone } = ticket
  if (ticket.blocked_by && ticket.blocked_by !== 'ticket_reserved') return blockedTexts[ticket.blocked_by]
  switch (ticket.state) {
    case 'issued':
      return {
        tone: 'sign',
        title: 'A entrada ainda não foi registrada',
        text: 'Consulte de novo depois de passar pela cancela de entrada.',
      }
    case 'free':
      return {
        tone: 'go',
        title: `Dentro da tolerância: saída livre${ticket.free_until === null ? '' : ` até ${formatDayAndTime(ticket.free_until, zone)}`}`,
        text: 'Não há nada a pagar agora. Depois desse horário, a cobrança conta desde a entrada.',
      }
    case 'covered':
      return {
        tone: 'go',
        title: coveredText(ticket),
        text: 'Não há nada a pagar agora. Dirija-se à saída com este ticket.',
      }
    case 'paid':
      if (isExitDeadlinePast(ticket)) return { tone: 'warn', title: pastTitle, text: leaveSoonText }
      return {
        tone: 'go',
        title: 'Este ticket já está pago',
        text: exitUntil === null ? leaveSoonText : 'Dirija-se à saída até o horário indicado.',
        hasReceipt: true,
      }
    case 'overdue':
      return {
        tone: 'warn',
        title: 'Falta pagar só a diferença',
        text:
          exitUntil === null
            ? `Você já pagou R$ ${ticket.paidHuman}. Faltam R$ ${ticket.valueHuman}.`
            : `Você já pagou R$ ${ticket.paidHuman} e podia sair até ${formatDayAndTime(exitUntil, zone)}. O prazo terminou e o tempo a mais custa R$ ${ticket.valueHuman}.`,
      }
    case 'exited':
      return { tone: 'warn', title: 'Este ticket já foi utilizado na saída.' }
    case 'blocked':
      return { tone: 'stop', title: 'Este ticket está bloqueado.', text: 'Ele não pode ser pago por aqui.' }
    case 'due':
      return null
  }
}

function coveredText({ covered_until: until, time_zone: zone }: WireTicket): string {
  return `Coberto pelo convênio: saída livre${until ? ` até ${formatDayAndTime(until, zone)}` : ''}`
}

const blockedTexts = {
  payment_in_flight: {
    tone: 'warn',
    title: 'Alguém já está pagando este ticket',
    text: 'O banco ainda não confirmou. Não pague de novo: consulte outra vez em um minuto.',
  },
  too_many_attempts: {
    tone: 'warn',
    title: 'Muitas tentativas de pagamento',
    text: 'Nada foi cobrado, e por aqui só será possível pagar mais tarde.',
  },
} as const

/** docs/spec.md#r22 */
function AuthoriseExitNotice({ code }: { code: string }) {
  return (
    <>
      <Callout tone="sign" title="Autorize a saída da sua reserva no menu.">
        <p>A cancela só abre depois disso. Entre na conta com que a vaga foi reservada.</p>
      </Callout>
      <RouteLink
        to="login"
        query={{ to: 'user.menu', backTo: 'ticket.value', ticket: code }}
        variant="primary"
        icon="exit"
      >
        IR PARA O MENU
      </RouteLink>
    </>
  )
}

type Priced = Pick<WireTicket, 'breakdown' | 'value'>

export function Breakdown({ ticket, open = false }: { ticket: Priced; open?: boolean }) {
  if (ticket.breakdown.length === 0) return null
  const total = { text: 'Total a pagar', value: ticket.value }
  const facts = [...ticket.breakdown, total].map(({ text, value }) => ({
    label: text,
    value: formatReais(value),
  }))
  return (
    <Fold title="Como calculamos" open={open}>
      <div className={css.total}>
        <Facts facts={facts} />
      </div>
    </Fold>
  )
}
