import { isoIn } from '#kit/clock.ts'
import { humanMoney, toReais } from '#kit/money.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import type { Stay } from '#ticket/stay.ts'
import type { ExitReason, WireExit } from '../contract.ts'

const exitTexts: Readonly<Record<ExitReason, string>> = {
  paid: 'Boa viagem!',
  free: 'Saída livre. Boa viagem!',
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
  return reason === 'paid' || reason === 'free' || reason === 'authorised'
}

/** `codeAtGate` is the number by which the gate identifies the car. */
type TicketAtExit = StoredTicket & { readonly codeAtGate: string }

export function wireExit(exit: { reason: ExitReason; ticket?: TicketAtExit; stay?: Stay }): WireExit {
  const { reason, ticket, stay } = exit
  const answer = { open: opensGate(reason), reason, message: exitTexts[reason] }
  if (!ticket || !stay) return answer
  return { ...answer, code: ticket.codeAtGate, ...dueAndDeadline(stay, ticket.time_zone) }
}

export function dueAndDeadline(stay: Stay, timeZone: string) {
  const deadlineAt = stay.exitDeadlineAt ?? stay.freeUntil
  const { dueCents } = stay
  return {
    ...(dueCents > 0 ? { due: toReais(dueCents), dueHuman: humanMoney(dueCents) } : {}),
    ...(deadlineAt === null ? {} : { deadline: isoIn(timeZone, deadlineAt) }),
  }
}
