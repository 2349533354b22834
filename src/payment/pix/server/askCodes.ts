import { askedEachMs, silentMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { StayCode } from '../../server/attempt/preflight.ts'
import { recheckWithin } from './recheckWithin.ts'
import { claimLooks, lookNoMoreFor } from './looks.ts'

/** How long a card waits for the banks' answers about codes. */
const cardPatienceMs = 2_000

/**
 * Queries the codes of a stay that may be paid before a card is sent, so that no card overtakes them
 * (docs/methods.md#pix); none if the card `isRefused` anyway. Answers the codes reported as paid that do not
 * block the card, because their bank does not confirm now. Silent banks are skipped for a while.
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
 * A code reported as paid is queried regardless of recent queries, which may still be under way: its payer
 * has spent the money.
 */
function lookOf({ attemptId, isPaid }: StayCode) {
  return { attemptId, eachMs: isPaid ? 0 : askedEachMs(0) }
}
