import type * as z from 'zod/mini'
import { mayLeave } from '#parking/exitMinute.ts'
import type { reserveState } from './shown.ts'

export type ReserveState = z.output<typeof reserveState>

/** States in which a car has its reservation; the unique index says the same. */
export const activeStates = [
  'held',
  'preauthorised',
  'entered',
  'surplus_due',
  'exit_confirmed',
] as const satisfies readonly ReserveState[]

/** States that last until their deadline: `stateAt` says what follows each. */
export const waitingStates = [
  'held',
  'preauthorised',
  'surplus_due',
  'exit_confirmed',
] as const satisfies readonly ReserveState[]
export type WaitingState = (typeof waitingStates)[number]

/** Whether the clock ends this state. */
export function isWaiting(state: ReserveState): state is WaitingState {
  const states: readonly ReserveState[] = waitingStates
  return states.includes(state)
}

/** What a reservation allows in each state; the button and the server read the same table. */
export const reserveCan = {
  cancel: ['held', 'preauthorised'],
  enter: ['preauthorised'],
  confirm: ['entered', 'surplus_due', 'exit_confirmed'],
  showCode: ['preauthorised', 'entered', 'surplus_due', 'exit_confirmed'],
} as const satisfies Record<string, readonly ReserveState[]>

/** Whether `action` is allowed in `state`. */
export function reserveAllows(action: keyof typeof reserveCan, state: ReserveState): boolean {
  const states: readonly ReserveState[] = reserveCan[action]
  return states.includes(state)
}

/** Whether the car still has its reservation. */
export function isActive(state: ReserveState): boolean {
  const states: readonly ReserveState[] = activeStates
  return states.includes(state)
}

/** Stored facts of a reservation that its state at an instant follows from. */
export type ReserveFacts = {
  readonly state: ReserveState
  readonly deadlineAt: Date | null
  /** The payment was cancelled or has expired. */
  readonly paymentClosed: boolean
}

/**
 * The state at an instant: a space that was not paid for in time is released, a car that did not come is a
 * no-show, an exit that was not used by the end of its minute is priced again. The sweep writes down what this says.
 */
export function stateAt({ state, deadlineAt, paymentClosed }: ReserveFacts, now: Date): ReserveState {
  const past = deadlineAt !== null && now > deadlineAt
  if (state === 'held') return past || paymentClosed ? 'released' : 'held'
  if (state === 'preauthorised') return past ? 'no_show' : 'preauthorised'
  if (state === 'surplus_due') return past ? 'entered' : 'surplus_due'
  if (state === 'exit_confirmed')
    return deadlineAt === null || mayLeave(deadlineAt, now) ? 'exit_confirmed' : 'entered'
  return state
}
