import { askedEachMs, silentMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { StayCode } from '../../server/attempt/preflight.ts'
import { recheckWithin } from './recheckWithin.ts'
import { claimLooks, lookNoMoreFor } from './looks.ts'

/** So long a card waits for the word of the banks, with what is read of their codes. */
const cardPatienceMs = 2_000

/**
 * Before a card is sent for a stay: has the banks asked about its codes that may have been paid, so that no card overtakes
 * one that was (docs/methods.md#pix); nobody where the card `isRefused` anyway. Answers which of those that were called
 * paid are not waited for, because their bank does not say so now. Whose bank says nothing is remembered: money waits for
 * a stranger's code once.
 */
export async function askCodes(
  deps: PaymentDeps,
  codes: readonly StayCode[],
  isRefused: () => Promise<boolean>,
): Promise<number[]> {
  if (codes.length === 0) return []
  if (await isRefused()) return []
  const until = performance.now() + cardPatienceMs
  const claimed = await claimLooks(deps, codes.map(lookOf))
  const answers = await Promise.all(
    claimed.map(async (attempt) => ({
      id: attempt.id,
      said: await recheckWithin(deps, attempt, until - performance.now()),
    })),
  )
  const silent = answers.filter(({ said }) => said === null || said === 'unknown').map(({ id }) => id)
  if (silent.length > 0) await lookNoMoreFor(deps, silent, silentMs)
  const paid = answers.filter(({ said }) => said === 'approved').map(({ id }) => id)
  return codes
    .filter(({ attemptId, isPaid }) => isPaid && !paid.includes(attemptId))
    .map(({ attemptId }) => attemptId)
}

/**
 * One that was called paid is asked about whoever asked a moment ago: that look may still be under way, and a card must
 * not overtake it. It cost its payer the money, and is booked as soon as its bank says so again.
 */
function lookOf({ attemptId, isPaid }: StayCode) {
  return { attemptId, eachMs: isPaid ? 0 : askedEachMs(0) }
}
