import { commonWaysForward, type WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { createTransaction, findTicket, readTicket, WireTicket } from './contract.ts'

/** Refusals about tickets and tariffs, with their Portuguese texts. */
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

const refusalWays = {
  session_changed: 'here',
  ticket_not_found: 'people',
  ticket_exited: 'people',
  ticket_blocked: 'people',
  no_reservation: 'people',
  price_changed: 'here',
  already_paid: 'here',
  nothing_due: 'here',
  method_closed: 'here',
  not_configured: 'people',
} as const satisfies Readonly<
  Record<
    keyof (typeof readTicket.errors & typeof findTicket.errors & typeof createTransaction.errors),
    WayForward
  >
>

const stateWays = {
  issued: 'people',
  free: 'here',
  due: 'here',
  paid: 'here',
  overdue: 'here',
  exited: 'people',
  blocked: 'people',
} as const satisfies Readonly<Record<WireTicket['state'], WayForward>>

const blockedWays = {
  payment_in_flight: 'people',
  ticket_reserved: 'here',
  too_many_attempts: 'elsewhere',
} as const satisfies Readonly<Record<NonNullable<WireTicket['blocked_by']>, WayForward>>

const rows: Readonly<Record<string, WayForward>> = { ...commonWaysForward, ...refusalWays }

/** Unknown codes and network failures leave paying elsewhere. */
export function wayForwardAfter(code: string): WayForward {
  return lookUp(rows, code) ?? 'elsewhere'
}

/** The way forward for a ticket. */
export function wayForwardWith({
  state,
  blocked_by: blocked,
}: Pick<WireTicket, 'state' | 'blocked_by'>): WayForward {
  return blocked === null || blocked === undefined ? stateWays[state] : blockedWays[blocked]
}
