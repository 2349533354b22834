import { commonWaysForward, type WayForward } from '#checkout/wayForward.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { createTransaction, findTicket, readTicket, WireTicket } from './contract.ts'

export const ticketFailures = {
  ticket_not_found: 'Ticket não encontrado. Confira o número e tente novamente.',
  ticket_exited: 'Este ticket já foi utilizado na saída.',
  ticket_blocked: 'Este ticket está bloqueado. Fale com a administração do estacionamento.',
  ticket_exists: 'Já existe um ticket com este código.',
  ticket_reserved: 'Este ticket é de uma reserva: a saída abre pela placa ou pelo QR code.',
  no_reservation: 'Não há reserva para este ticket.',
  price_changed: 'O valor do ticket foi atualizado. Confira o novo valor.',
  nothing_due: 'Não há valor a pagar neste ticket.',
  nothing_over: 'Não há nada pago a mais neste ticket.',
  tariff_missing:
    'Este estacionamento ainda não tem tarifa, e sem ela nenhum carro entra. Cadastre-a em Estacionamentos.',
  tariff_changed:
    'Alguém salvou outra versão desta tarifa enquanto você editava. Confira-a antes de salvar a sua.',
  tariff_scheduled: 'Já há uma versão que começa neste instante.',
  tariff_begun: 'Esta versão já começou e não pode ser retirada.',
} as const

const waysByRefusal = {
  session_changed: 'retry',
  ticket_not_found: 'staff',
  ticket_exited: 'staff',
  ticket_blocked: 'staff',
  no_reservation: 'staff',
  price_changed: 'retry',
  already_paid: 'retry',
  nothing_due: 'retry',
  method_closed: 'retry',
  not_configured: 'staff',
} as const satisfies Readonly<
  Record<
    keyof (typeof readTicket.errors & typeof findTicket.errors & typeof createTransaction.errors),
    WayForward
  >
>

const waysByState = {
  issued: 'staff',
  free: 'retry',
  covered: 'retry',
  due: 'retry',
  paid: 'retry',
  overdue: 'retry',
  exited: 'staff',
  blocked: 'staff',
} as const satisfies Readonly<Record<WireTicket['state'], WayForward>>

const waysByBlock = {
  payment_in_flight: 'staff',
  ticket_reserved: 'retry',
  too_many_attempts: 'otherPlace',
} as const satisfies Readonly<Record<NonNullable<WireTicket['blocked_by']>, WayForward>>

const waysByFailureCode: Readonly<Record<string, WayForward>> = { ...commonWaysForward, ...waysByRefusal }

/** After unknown codes and network failures a machine or cashier is left. */
export function wayForwardAfterFailure(code: string): WayForward {
  return lookUp(waysByFailureCode, code) ?? 'otherPlace'
}

/** The way forward for a ticket. */
export function wayForwardForTicket({
  state,
  blocked_by: blocked,
}: Pick<WireTicket, 'state' | 'blocked_by'>): WayForward {
  return blocked === null || blocked === undefined ? waysByState[state] : waysByBlock[blocked]
}
