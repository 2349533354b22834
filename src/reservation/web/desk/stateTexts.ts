import type { ReserveState } from '../../reservationState.ts'
import type { Named } from '#staff/web/desk/named.ts'

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
