import type { Approval } from '#acquirer/acquirer.ts'
import { type AttemptState, attemptStates } from '../attemptStates.ts'

type ApprovalStep = 'difference' | 'failed_refund' | 'external_refund'

/** What an approval may show of an attempt that is over. */
const approvalSteps: Readonly<Partial<Record<AttemptState, ApprovalStep>>> = {
  captured: 'difference',
  released: 'failed_refund',
  given_back: 'failed_refund',
  kept: 'external_refund',
}

type OutcomeDecision =
  | { readonly step: 'open' | 'hold' | 'nothing' }
  | { readonly step: ApprovalStep; readonly approval: Approval }

/** What an outcome, an approval or null for any other, does to an attempt in this state. */
export function decideOutcome(state: AttemptState, approval: Approval | null): OutcomeDecision {
  if (state === 'held') return { step: 'hold' }
  // What was refused may be approved all the same.
  if (state === 'refused' || !attemptStates[state].isOver) return { step: 'open' }
  const step = approvalSteps[state]
  return step && approval ? { step, approval } : { step: 'nothing' }
}
