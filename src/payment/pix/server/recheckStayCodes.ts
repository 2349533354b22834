import { codeCheckIntervalMs, silentMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { StayCode } from '../../server/attempt/preflight.ts'
import { recheckWithin } from './recheckWithin.ts'
import { claimChecks, pauseChecks } from './claimChecks.ts'

const cardPatienceMs = 2_000

/**
 * Queries a stay's codes before a card is sent (docs/methods.md#pix). Answers the paid codes that do not
 * block the card, because their bank does not confirm.
 */
export async function recheckStayCodes(
  deps: PaymentDeps,
  codes: readonly StayCode[],
  isRefused: () => Promise<boolean>,
): Promise<number[]> {
  if (codes.length === 0) return []
  if (await isRefused()) return []
  const until = performance.now() + cardPatienceMs
  const claimed = await claimChecks(deps, codes.map(lookOf))
  const answers = await Promise.all(
    claimed.map(async (attempt) => ({
      id: attempt.id,
      outcome: await recheckWithin(deps, attempt, until - performance.now()),
    })),
  )
  const silent = answers
    .filter(({ outcome }) => outcome === null || outcome === 'unknown')
    .map(({ id }) => id)
  if (silent.length > 0) await pauseChecks(deps, silent, silentMs)
  const paid = answers.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id)
  return codes
    .filter(({ attemptId, isPaid }) => isPaid && !paid.includes(attemptId))
    .map(({ attemptId }) => attemptId)
}

function lookOf({ attemptId, isPaid }: StayCode) {
  return { attemptId, eachMs: isPaid ? 0 : codeCheckIntervalMs(0) }
}
