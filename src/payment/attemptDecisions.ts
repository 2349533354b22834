import type { AttemptState } from './attemptStates.ts'

export const attemptDecisions = ['again', 'accept', 'give_back'] as const

export type AttemptDecision = (typeof attemptDecisions)[number]

/**
 * A hold only once its end was requested, a capture while kept money is in doubt, a settled code if paid
 * again.
 */
export const attemptAllows = {
  again: ['in_flight', 'challenged', 'unknown', 'unheard', 'abandoned', 'held', 'giving_back'],
  accept: ['captured', 'giving_back', 'kept'],
  give_back: ['captured', 'held'],
} as const satisfies Readonly<Record<AttemptDecision, readonly AttemptState[]>>

/** The decisions allowed now. */
export function decisionsOn(
  state: AttemptState,
  of: { isEnding: boolean; isKeptInDoubt: boolean; isKeptAgain: boolean },
): AttemptDecision[] {
  if ((state === 'held' && !of.isEnding) || (state === 'captured' && !of.isKeptInDoubt)) return []
  if (state === 'kept' && !of.isKeptAgain) return []
  return attemptDecisions.filter((decision) => attemptAllows[decision].some((one) => one === state))
}
