import type { Approval } from '#acquirer/acquirer.ts'

/** The refund, and all refunds of its sale once it is made: centavos. */
type RefundAmounts = { readonly amount_cents: number; readonly target_cents: number }

/** `lagging`: the query shows less than the earlier refunds, so it is out of date. */
export type SaleStatus = 'untouched' | 'lagging' | 'done' | 'other'

/** What the acquirer shows of a refund. */
export function saleStatusOf(sale: Pick<Approval, 'voidedCents'>, refund: RefundAmounts): SaleStatus {
  const beforeCents = refund.target_cents - refund.amount_cents
  if (sale.voidedCents === refund.target_cents) return 'done'
  if (sale.voidedCents === beforeCents) return 'untouched'
  return sale.voidedCents < beforeCents ? 'lagging' : 'other'
}

export type SendingFacts = {
  readonly status: Exclude<SaleStatus, 'done'>
  /** Whether it may have been sent, and the query may omit it. */
  readonly isInDoubt: boolean
  /** Whether the acquirer accepted it to make it later. */
  readonly isPending: boolean
  /** Whether this refund was made and an earlier one failed. */
  readonly followsDenied: boolean
  /** Whether an earlier refund is certainly missing. */
  readonly isEarlierMissing: boolean
}

type SendingDecision = 'external' | 'other_amount' | 'ask_staff' | 'unseen' | 'send' | 'wait'

/** What to do with a leased refund that is not made. Where it is in doubt, sending again might refund twice. */
export function decideSending(facts: SendingFacts): SendingDecision {
  const { status, isInDoubt, isPending, followsDenied, isEarlierMissing } = facts
  if (status === 'other') return followsDenied ? 'wait' : isPending ? 'other_amount' : 'external'
  if (isInDoubt) return 'ask_staff'
  if (status === 'untouched') return 'send'
  return isEarlierMissing ? 'unseen' : 'wait'
}
