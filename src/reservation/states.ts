import type { Named } from '#staff/named.ts'
import type { ReserveState } from './reservationState.ts'

type ReserveRow = {
  readonly desk: Named
  readonly happened: string
}

/** Texts of each state. */
export const reserveStates = {
  held: { desk: { text: 'Aguarda pagamento', tone: 'warn' }, happened: 'Vaga separada' },
  preauthorised: { desk: { text: 'Garantida', tone: 'go' }, happened: 'Vaga garantida' },
  entered: { desk: { text: 'No pátio', tone: 'sign' }, happened: 'Entrada registrada' },
  surplus_due: { desk: { text: 'Diferença a pagar', tone: 'warn' }, happened: 'Diferença a pagar' },
  exit_confirmed: { desk: { text: 'Saída autorizada', tone: 'go' }, happened: 'Saída autorizada' },
  exited: { desk: { text: 'Saiu', tone: 'soft' }, happened: 'Saída registrada' },
  cancelled: { desk: { text: 'Cancelada', tone: 'soft' }, happened: 'Reserva cancelada' },
  no_show: { desk: { text: 'Não compareceu', tone: 'soft' }, happened: 'Não compareceu' },
  released: { desk: { text: 'Vaga liberada', tone: 'soft' }, happened: 'Vaga liberada' },
} as const satisfies Record<ReserveState, ReserveRow>
