import type * as z from 'zod/mini'
import { canExitAt } from '#parking/exitDeadline.ts'
import { arrivesInTime } from './reserveTerms.ts'
import type { reserveState } from './wireReserve.ts'
import type { StatusLabel } from '#staff/statusLabel.ts'

export type ReserveState = z.output<typeof reserveState>

/** As in the index `reservation_one_per_plate`. */
export const activeStates = [
  'held',
  'preauthorised',
  'entered',
  'surplus_due',
  'exit_confirmed',
] as const satisfies readonly ReserveState[]

const statesWithDeadline = ['held', 'preauthorised', 'surplus_due', 'exit_confirmed'] as const
export type StateWithDeadline = (typeof statesWithDeadline)[number]

/** Whether the state has a deadline. */
export function isStateWithDeadline(state: ReserveState): state is StateWithDeadline {
  return statesWithDeadline.some((one) => one === state)
}

/** For buttons and server. */
export const statesByAction = {
  cancel: ['held', 'preauthorised'],
  enter: ['preauthorised'],
  confirm: ['entered', 'surplus_due', 'exit_confirmed'],
  showCode: ['preauthorised', 'entered', 'surplus_due', 'exit_confirmed'],
} as const satisfies Record<string, readonly ReserveState[]>

/** Whether `action` is allowed in `state`. */
export function reserveAllows(action: keyof typeof statesByAction, state: ReserveState): boolean {
  return statesByAction[action].some((one) => one === state)
}

/** Whether the car still has its reservation. */
export function isReserveActive(state: ReserveState): boolean {
  return activeStates.some((one) => one === state)
}

/** Whether the car is in and may not leave yet. */
export function isInside(state: ReserveState): boolean {
  return state === 'entered' || state === 'surplus_due'
}

type ReserveFacts = { state: ReserveState; deadlineAt: Date | null; paymentClosed: boolean }

/** The state at `now`, which the sweep stores later. */
export function reserveStateAt({ state, deadlineAt, paymentClosed }: ReserveFacts, now: Date): ReserveState {
  const past = deadlineAt !== null && now > deadlineAt
  if (state === 'held') return past || paymentClosed ? 'released' : 'held'
  if (state === 'preauthorised')
    return deadlineAt === null || arrivesInTime(deadlineAt, now) ? 'preauthorised' : 'no_show'
  if (state === 'surplus_due') return past ? 'entered' : 'surplus_due'
  if (state === 'exit_confirmed')
    return deadlineAt === null || canExitAt(deadlineAt, now) ? 'exit_confirmed' : 'entered'
  return state
}

export const reserveStateTexts = {
  held: { staff: { text: 'Aguarda pagamento', tone: 'warn' }, happened: 'Vaga separada' },
  preauthorised: { staff: { text: 'Garantida', tone: 'go' }, happened: 'Vaga garantida' },
  entered: { staff: { text: 'No pátio', tone: 'sign' }, happened: 'Entrada registrada' },
  surplus_due: { staff: { text: 'Diferença a pagar', tone: 'warn' }, happened: 'Diferença a pagar' },
  exit_confirmed: { staff: { text: 'Saída autorizada', tone: 'go' }, happened: 'Saída autorizada' },
  exited: { staff: { text: 'Saiu', tone: 'soft' }, happened: 'Saída registrada' },
  cancelled: { staff: { text: 'Cancelada', tone: 'soft' }, happened: 'Reserva cancelada' },
  no_show: { staff: { text: 'Não compareceu', tone: 'soft' }, happened: 'Não compareceu' },
  released: { staff: { text: 'Vaga liberada', tone: 'soft' }, happened: 'Vaga liberada' },
} as const satisfies Record<ReserveState, { staff: StatusLabel; happened: string }>
