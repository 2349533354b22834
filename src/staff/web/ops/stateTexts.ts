import type { Named } from '#payment/states.ts'
import type { ReserveState } from '#reservation/reservationState.ts'
import type { WireTicket } from '#ticket/contract.ts'
import type { DeskTicketRow } from '../../ops/ticketContract.ts'

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

/** States as the choices of a filter. */
export function choicesOf(states: Readonly<Record<string, Named>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
