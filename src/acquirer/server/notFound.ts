import type { Unknown } from '../acquirer.ts'
import { unknownOutcome } from './outcomes.ts'

/** Repeats `check` until it answers null. */
export function verifiedOnce(check: () => Promise<string | null>): () => Promise<boolean> {
  let isVerified = false
  return async () => {
    isVerified ||= (await check()) === null
    return isVerified
  }
}

/** 'Not found' is `unknown` until the address is verified. */
export async function trustNotFound<Outcome extends { readonly outcome: string }>(
  outcome: Outcome,
  reference: string | null,
  isVerified: () => Promise<boolean>,
): Promise<Outcome | Unknown> {
  if (outcome.outcome !== 'not_found' || (await isVerified())) return outcome
  return unknownOutcome(reference, 'not found at an unverified address')
}
