import type { PaymentDeps } from '../../deps.ts'
import type { StayCode } from '../../reads/toPay.ts'
import { attemptById } from '../../store.ts'
import { lookWithin } from './lookWithin.ts'

/** So long a card waits for the word of a code's bank. */
const cardPatienceMs = 2_000

/**
 * Before a card is sent for a stay: has the banks asked about its codes that may have been paid, so that no card overtakes
 * one that was (docs/methods.md#1-pix). Answers which of those that were called paid are not waited for, because their bank
 * does not say so now.
 */
export async function askCodes(deps: PaymentDeps, codes: readonly StayCode[]): Promise<number[]> {
  const passes = await Promise.all(
    codes.map(async ({ attemptId, isPaid }) => {
      const said = await lookWithin(deps, await attemptById(deps.db, attemptId), cardPatienceMs)
      return isPaid && said !== 'approved' ? [attemptId] : []
    }),
  )
  return passes.flat()
}
