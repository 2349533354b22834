import { commonWaysForward } from '#checkout/wayForward.ts'
import type { WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { createTransaction, findTicket, readTicket, WireTicket } from './contract.ts'

/** What can be refused about a ticket or its tariff, and what the person is told. */
export const ticketFailures = {
  ticket_not_found: 'Ticket não encontrado. Confira o número e tente novamente.',
  ticket_exited: 'Este ticket já foi utilizado na saída.',
  ticket_blocked: 'Este ticket está bloqueado. Fale com a administração do estacionamento.',
  ticket_exists: 'Já existe um ticket com este código.',
  ticket_reserved: 'Este ticket é de uma reserva: a saída abre pela placa ou pelo QR code.',
  no_reservation: 'Não há reserva para este ticket.',
  price_changed: 'O valor do ticket foi atualizado. Confira o novo valor.',
  nothing_due: 'Não há valor a pagar neste ticket.',
  tariff_missing:
    'Este estacionamento ainda não tem tarifa, e sem ela nenhum carro entra. Cadastre-a em Estacionamentos.',
  tariff_changed:
    'Alguém salvou outra versão desta tarifa enquanto você editava. Confira-a antes de salvar a sua.',
} as const

declare module '#kit/fail.ts' {
  interface FailNames {
    ticket: keyof typeof ticketFailures
  }
}

/** Every refusal that the calls of a ticket declare; one without a row here does not compile. */
export const refusedLeft = {
  ticket_not_found: 'people',
  ticket_exited: 'people',
  ticket_blocked: 'people',
  no_reservation: 'people',
  price_changed: 'here',
  already_paid: 'here',
  nothing_due: 'here',
  method_closed: 'here',
} as const satisfies Readonly<
  Record<
    keyof (typeof readTicket.errors & typeof findTicket.errors & typeof createTransaction.errors),
    WayForward
  >
>

/** The same for each state of a ticket. */
export const stateLeft = {
  issued: 'people',
  free: 'here',
  due: 'here',
  paid: 'here',
  overdue: 'here',
  exited: 'people',
  blocked: 'people',
} as const satisfies Readonly<Record<WireTicket['state'], WayForward>>

/** The same for what keeps a ticket from being paid that owes something. */
export const blockedLeft = {
  payment_in_flight: 'people',
  ticket_reserved: 'here',
  too_many_attempts: 'elsewhere',
} as const satisfies Readonly<Record<NonNullable<WireTicket['blocked_by']>, WayForward>>

const rows: Readonly<Record<string, WayForward>> = { ...commonWaysForward, ...refusedLeft }

/** What is left after this refusal of a ticket's call; of what nobody foresaw, and of silence, to pay elsewhere. */
export function leftOfTicket(code: string): WayForward {
  return lookUp(rows, code) ?? 'elsewhere'
}

/** What is left to the driver with this ticket, which was read. */
export function leftWith({
  state,
  blocked_by: blocked,
}: Pick<WireTicket, 'state' | 'blocked_by'>): WayForward {
  return blocked === null || blocked === undefined ? stateLeft[state] : blockedLeft[blocked]
}
