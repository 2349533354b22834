import type { Named } from '#staff/named.ts'
import type { ReserveState } from './reservationState.ts'

type ReserveRow = {
  readonly staff: Named
  readonly happened: string
}

export const reserveStates = {
  held: { staff: { text: 'Aguarda pagamento', tone: 'warn' }, happened: 'Vaga separada' },
  preauthorised: { staff: { text: 'Garantida', tone: 'go' }, happened: 'Vaga garantida' },
  entered: { staff: { text: 'No pátio', tone: 'sign' }, happened: 'Entrada registrada' },
  surplus_due: { staff: { text: 'Diferença a pagar', tone: 'warn' }, happened: 'Diferença a pagar' },
  exit_confirmed: { staff: { text: 'Saída autorizada', tone: 'go' }, happened: 'Saída autorizada' },
  exited: { staff: { text: 'Saiu', tone: 'soft' }, happened: 'Saída registrada' },
  cancelled: { staff: { text: 'Cancelada', tone: 'soft' }, happened: 'Reserva cancelada' },
  no_show: { staff: { text: 'Não compareceu', tone: 'soft' }, happened: 'Não compareceu' },
  released: { staff: { text: 'Vaga liberada', tone: 'soft' }, happened: 'Vaga liberada' },
} as const satisfies Record<ReserveState, ReserveRow>
