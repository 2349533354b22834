import type { WireTicket } from '../../contract.ts'
import type { Named } from '#staff/named.ts'

export const ticketStates: Readonly<Record<WireTicket['state'], Named>> = {
  issued: { text: 'Emitido', tone: 'soft' },
  free: { text: 'Saída livre', tone: 'go' },
  due: { text: 'A pagar', tone: 'warn' },
  paid: { text: 'Pago', tone: 'go' },
  overdue: { text: 'Diferença a pagar', tone: 'warn' },
  exited: { text: 'Saiu', tone: 'soft' },
  blocked: { text: 'Bloqueado', tone: 'stop' },
}
