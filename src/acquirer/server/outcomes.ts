import type { Refusal, RefusalCause, Unknown } from '../acquirer.ts'

export function unknown(reference: string | null, detail: string): Unknown {
  return { outcome: 'unknown', reference, detail }
}

export function refused(reference: string | null, returnCode: string | null, cause: RefusalCause): Refusal {
  return { outcome: 'refused', reference, returnCode, cause }
}

export const ended = (reference: string, returnCode: string) => refused(reference, returnCode, 'ended')
