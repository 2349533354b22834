import type { Acquirers } from '#acquirer/acquirers.ts'
import { type RefundFailureCause, refundFailureTexts } from '#acquirer/refundRules.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methodRow } from '#payment/method.ts'
import { deniedCode, unarrivedCode, unseenCode } from '#payment/server/ledger/refunds.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'

export type TermsOfReturn = {
  readonly until: Date
  /** Its acquirer gives nothing back of it any more. */
  readonly isOver: boolean
  /** `once`: a part, and then the whole rest; `none`: only the whole rest. */
  readonly parts: 'any' | 'once' | 'none'
  /** A part of a sale of today waits until tomorrow. */
  readonly partsWait: boolean
}

/** On which terms the acquirer of an attempt gives its money back now; null where it is not configured any more. */
export function termsOfReturn(
  { all }: Acquirers,
  attempt: Attempt,
  { backCents, now }: { backCents: number; now: Date },
): TermsOfReturn | null {
  const rules = lookUp(all, attempt.acquirer)?.refundRules
  if (!rules) return null
  const { name: method } = methodRow(attempt.payment_type)
  const { started_at: soldAt, card_brand: brand } = attempt
  const { days, parts, partsFrom } = rules.terms({ method, brand, soldAt })
  const until = plus(soldAt, days * dayMs)
  const isWholeOnly = parts === 'once' && backCents > 0
  return {
    until,
    isOver: now >= until,
    parts: isWholeOnly ? 'none' : parts,
    partsWait: partsFrom !== null && now < partsFrom && !isWholeOnly,
  }
}

/** Codes of our own, for what no acquirer said. */
const ours: ReadonlyMap<string | null, RefundFailureCause> = new Map([
  [deniedCode, 'denied'],
  ['ledger', 'outside'],
  [unseenCode, 'unseen'],
  [unarrivedCode, 'unarrived'],
])

/** Why a refund came to nothing, for staff. */
export function whyNotReturned({ all }: Acquirers, acquirer: string, code: string | null): string {
  const cause = ours.get(code) ?? lookUp(all, acquirer)?.refundRules.causeOf(code) ?? 'never'
  return refundFailureTexts[cause]
}
