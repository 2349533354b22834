import type { Refusal, RefusalCause, Unknown } from '../acquirer.ts'

export function unknownOutcome(reference: string | null, detail: string): Unknown {
  return { outcome: 'unknown', reference, detail }
}

export function refused(reference: string | null, returnCode: string | null, cause: RefusalCause): Refusal {
  return { outcome: 'refused', reference, returnCode, cause }
}

export const refusedAsEnded = (reference: string, returnCode: string) =>
  refused(reference, returnCode, 'ended')
