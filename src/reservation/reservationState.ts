import type * as z from 'zod/mini'
import { mayLeave } from '#parking/exitMinute.ts'
import { arrivesInTime } from './terms.ts'
import type { reserveState } from './shown.ts'
import type { Named } from '#staff/named.ts'

export type ReserveState = z.output<typeof reserveState>

/** As in the unique index. */
export const activeStates = [
  'held',
  'preauthorised',
  'entered',
  'surplus_due',
  'exit_confirmed',
] as const satisfies readonly ReserveState[]

const waitingStates = [
  'held',
  'preauthorised',
  'surplus_due',
  'exit_confirmed',
] as const satisfies readonly ReserveState[]
export type WaitingState = (typeof waitingStates)[number]

/** Whether this state has a deadline. */
export function isWaiting(state: ReserveState): state is WaitingState {
  return waitingStates.some((one) => one === state)
}

/** For buttons and server. */
export const reserveCan = {
  cancel: ['held', 'preauthorised'],
  enter: ['preauthorised'],
  confirm: ['entered', 'surplus_due', 'exit_confirmed'],
  showCode: ['preauthorised', 'entered', 'surplus_due', 'exit_confirmed'],
} as const satisfies Record<string, readonly ReserveState[]>

/** Whether `action` is allowed in `state`. */
export function reserveAllows(action: keyof typeof reserveCan, state: ReserveState): boolean {
  return reserveCan[action].some((one) => one === state)
}

/** Whether the car still has its reservation. */
export function isActive(state: ReserveState): boolean {
  return activeStates.some((one) => one === state)
}

type ReserveFacts = {
  readonly state: ReserveState
  readonly deadlineAt: Date | null
  readonly paymentClosed: boolean
}

/** What the sweep stores: released, no-show, or priced again at an unused exit. */
export function stateAt({ state, deadlineAt, paymentClosed }: ReserveFacts, now: Date): ReserveState {
  const past = deadlineAt !== null && now > deadlineAt
  if (state === 'held') return past || paymentClosed ? 'released' : 'held'
  if (state === 'preauthorised')
    return deadlineAt === null || arrivesInTime(deadlineAt, now) ? 'preauthorised' : 'no_show'
  if (state === 'surplus_due') return past ? 'entered' : 'surplus_due'
  if (state === 'exit_confirmed')
    return deadlineAt === null || mayLeave(deadlineAt, now) ? 'exit_confirmed' : 'entered'
  return state
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
} as const satisfies Record<ReserveState, { staff: Named; happened: string }>
