import type { Named } from '#payment/states.ts'
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

/** States as the choices of a filter. */
export function choicesOf(states: Readonly<Record<string, Named>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
