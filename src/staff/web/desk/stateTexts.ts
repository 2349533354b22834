import type { PaymentState } from '#payment/paymentState.ts'
import type { ReserveState } from '#reservation/reservationState.ts'
import type { WireTicket } from '#ticket/contract.ts'
import type { DeskTicketRow } from '#ticket/desk.ts'

/** How a state is named at the desk, and its colour. */
export type Named = { readonly text: string; readonly tone: 'go' | 'sign' | 'warn' | 'stop' | 'soft' }

export const ticketStates: Readonly<Record<WireTicket['state'], Named>> = {
  issued: { text: 'Emitido', tone: 'soft' },
  free: { text: 'Saída livre', tone: 'go' },
  due: { text: 'A pagar', tone: 'warn' },
  paid: { text: 'Pago', tone: 'go' },
  overdue: { text: 'Diferença a pagar', tone: 'warn' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
}

export const whereTexts: Readonly<Record<DeskTicketRow['where'], Named>> = {
  inside: { text: 'No pátio', tone: 'sign' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
}

export const paymentStates: Readonly<Record<PaymentState, Named>> = {
  created: { text: 'Em aberto', tone: 'soft' },
  authorising: { text: 'Na adquirente', tone: 'sign' },
  awaiting_cardholder: { text: 'No banco', tone: 'sign' },
  unknown: { text: 'Sem resposta', tone: 'warn' },
  authorised: { text: 'Pré-autorizada', tone: 'sign' },
  capturing: { text: 'Capturando', tone: 'sign' },
  captured: { text: 'Capturada', tone: 'go' },
  refunding: { text: 'Devolvendo', tone: 'warn' },
  partly_refunded: { text: 'Devolvida em parte', tone: 'go' },
  refunded: { text: 'Devolvida', tone: 'soft' },
  cancelled: { text: 'Cancelada', tone: 'soft' },
  expired: { text: 'Expirada', tone: 'soft' },
  voided: { text: 'Liberada', tone: 'soft' },
  review: { text: 'Em análise', tone: 'stop' },
}

export const reservationStates: Readonly<Record<ReserveState, Named>> = {
  held: { text: 'Aguarda pagamento', tone: 'warn' },
  preauthorised: { text: 'Garantida', tone: 'go' },
  entered: { text: 'No pátio', tone: 'sign' },
  surplus_due: { text: 'Diferença a pagar', tone: 'warn' },
  exit_confirmed: { text: 'Saída autorizada', tone: 'go' },
  exited: { text: 'Saiu', tone: 'soft' },
  cancelled: { text: 'Cancelada', tone: 'soft' },
  no_show: { text: 'Não compareceu', tone: 'soft' },
  released: { text: 'Vaga liberada', tone: 'soft' },
}

export const attemptStates: Readonly<Record<string, Named>> = {
  in_flight: { text: 'Enviada', tone: 'sign' },
  challenged: { text: 'No banco', tone: 'sign' },
  unknown: { text: 'Sem resposta', tone: 'warn' },
  refused: { text: 'Recusada', tone: 'stop' },
  abandoned: { text: 'Abandonada', tone: 'soft' },
  held: { text: 'Pré-autorizada', tone: 'sign' },
  released: { text: 'Liberada', tone: 'soft' },
  captured: { text: 'Capturada', tone: 'go' },
  giving_back: { text: 'Devolvendo', tone: 'warn' },
  given_back: { text: 'Devolvida', tone: 'soft' },
}

export const refundStates: Readonly<Record<'asked' | 'confirmed' | 'refused', Named>> = {
  asked: { text: 'Em andamento', tone: 'warn' },
  confirmed: { text: 'Devolvido', tone: 'go' },
  refused: { text: 'Recusado', tone: 'stop' },
}

/** States as the choices of a filter. */
export function choicesOf(states: Readonly<Record<string, Named>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
