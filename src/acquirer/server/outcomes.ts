import type { ChangeOutcome, FinalOutcome, FindOutcome, Refusal, RefusalCause, Unknown } from '../acquirer.ts'

export function unknownOutcome(reference: string | null, detail: string): Unknown {
  return { outcome: 'unknown', reference, detail }
}

export function refused(reference: string | null, returnCode: string | null, cause: RefusalCause): Refusal {
  return { outcome: 'refused', reference, returnCode, cause }
}

export const refusedAsEnded = (reference: string, returnCode: string) =>
  refused(reference, returnCode, 'ended')

export function asFinalOutcome(outcome: ChangeOutcome | FindOutcome, reference: string): FinalOutcome {
  if (outcome.outcome === 'approved' || outcome.outcome === 'refused' || outcome.outcome === 'unknown')
    return outcome
  return unknownOutcome(reference, `not final: ${outcome.outcome}`)
}
