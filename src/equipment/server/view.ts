import { isoIn } from '#kit/clock.ts'
import { humanMoney, toReais } from '#kit/money.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import { exitUntil, type Stay } from '#ticket/stay.ts'
import type { ExitReason, WireExit } from '../contract.ts'

const exitTexts: Readonly<Record<ExitReason, string>> = {
  paid: 'Boa viagem!',
  free: 'Saída livre. Boa viagem!',
  covered: 'Coberto pelo convênio. Boa viagem!',
  due: 'Ticket não pago. Pague antes de sair.',
  overdue: 'Prazo de saída vencido. Pague a diferença.',
  not_authorised: 'Autorize a saída da sua reserva no site ou no aplicativo.',
  blocked: 'Ticket bloqueado. Fale com a administração.',
  exited: 'Este ticket já foi utilizado na saída.',
  other_lot: 'Este ticket é de outro estacionamento.',
  not_found: 'Ticket não encontrado.',
  ask_ticket: 'Use o ticket',
  authorised: 'Saída autorizada. Boa viagem!',
}

export function opensGate(reason: ExitReason): boolean {
  return reason === 'paid' || reason === 'free' || reason === 'covered' || reason === 'authorised'
}

type TicketAtExit = StoredTicket & { readonly codeAtGate: string }

type AtExit = { reason: ExitReason; ticket?: TicketAtExit; stay?: Stay; now?: Date }

export function wireExit({ reason, ticket, stay, now }: AtExit): WireExit {
  const answer = { open: opensGate(reason), reason, message: exitTexts[reason] }
  if (!ticket || !stay || !now) return answer
  return { ...answer, code: ticket.codeAtGate, ...dueAndDeadline(stay, ticket.time_zone, now) }
}

export function dueAndDeadline(stay: Stay, timeZone: string, now: Date) {
  const deadlineAt = exitUntil(stay, now)
  const { dueCents } = stay
  return {
    ...(dueCents > 0 ? { due: toReais(dueCents), dueHuman: humanMoney(dueCents) } : {}),
    ...(deadlineAt === null ? {} : { deadline: isoIn(timeZone, deadlineAt) }),
  }
}
