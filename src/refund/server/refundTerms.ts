import type { Acquirers } from '#acquirer/acquirers.ts'
import { type RefundFailureCause, refundFailureTexts } from '#acquirer/refundFailures.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methodRow } from '#payment/method/method.ts'
import { deniedCode, unarrivedCode, unseenCode } from '#payment/server/ledger/refunds.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'

export type RefundTerms = {
  readonly until: Date
  readonly isOver: boolean
  /** `once`: one part, then the whole rest; `none`: only the whole rest. */
  readonly parts: 'any' | 'once' | 'none'
  /** A partial refund on the day of sale waits until the next day. */
  readonly partsWait: boolean
}

type RefundedSoFar = { refundedCents: number; now: Date }

/** Null where the acquirer is not configured any more. */
export function refundTermsOf({ all }: Acquirers, attempt: Attempt, at: RefundedSoFar): RefundTerms | null {
  const { refundedCents, now } = at
  const returns = lookUp(all, attempt.acquirer)?.refundRules
  if (!returns) return null
  const { name: method } = methodRow(attempt.payment_type)
  const { started_at: soldAt, card_brand: brand } = attempt
  const { days, parts, partsFrom } = returns.terms({ method, brand, soldAt })
  const until = addMs(soldAt, days * dayMs)
  const isWholeOnly = parts === 'once' && refundedCents > 0
  return {
    until,
    isOver: now >= until,
    parts: isWholeOnly ? 'none' : parts,
    partsWait: partsFrom !== null && now < partsFrom && !isWholeOnly,
  }
}

const ownCodes: ReadonlyMap<string | null, RefundFailureCause> = new Map([
  [deniedCode, 'denied'],
  ['ledger', 'outside'],
  [unseenCode, 'unseen'],
  [unarrivedCode, 'unarrived'],
])

export function refundFailureText({ all }: Acquirers, acquirer: string, code: string | null): string {
  const cause = ownCodes.get(code) ?? lookUp(all, acquirer)?.refundRules.causeOf(code) ?? 'never'
  return refundFailureTexts[cause]
}
