/** Centavos that came and went of one payment (docs/payment.md#what-pays). */
export type PaymentMoney = {
  readonly takenCents: number
  readonly returnedCents: number
  /** Of a refund that is under way. */
  readonly returningCents: number
  /** Given by choice, by refunds that were neither refused nor denied. */
  readonly choiceCents: number
  readonly chargedBackCents: number
}

/** What a segment still pays of the amount that was recorded; null: nothing is known of its payment. */
export function countedCents(amountCents: number, money: PaymentMoney | null): number {
  if (money === null) return amountCents
  const { takenCents, returnedCents, returningCents, choiceCents } = money
  const keptCents = takenCents - returnedCents - returningCents + choiceCents - openChargebackCents(money)
  return Math.max(0, Math.min(amountCents, keptCents))
}

/** What chargebacks take beyond the refunds that the ledger knows. */
function openChargebackCents({ chargedBackCents, returnedCents }: PaymentMoney): number {
  return Math.max(0, chargedBackCents - returnedCents)
}

export type RefundBasis = PaymentMoney & {
  readonly amountCents: number
  /** What went back as over of the stay. */
  readonly overBackCents: number
}

/** What was taken beyond the part of the amount that did not go back. */
export function excessCents(of: RefundBasis): number {
  const { takenCents, returnedCents, returningCents, amountCents, overBackCents, choiceCents } = of
  const owedCents = Math.max(0, amountCents - overBackCents - choiceCents)
  return Math.max(0, takenCents - returnedCents - returningCents - owedCents)
}

export type RefundParts = { readonly overCents: number; readonly choiceCents: number }
type RefundOfStay = { readonly cents: number; readonly stayOverCents: number; readonly isByStaff: boolean }

/**
 * A refund takes first the excess, then what is over of the stay; both pay nothing. The rest is by choice where
 * staff ask and no chargeback counts.
 */
export function splitRefund(
  basis: RefundBasis,
  { cents, stayOverCents, isByStaff }: RefundOfStay,
): RefundParts {
  const beyondExcessCents = Math.max(0, cents - excessCents(basis))
  const overCents = Math.min(beyondExcessCents, stayOverCents)
  const mayChoose = isByStaff && openChargebackCents(basis) === 0
  return { overCents, choiceCents: mayChoose ? beyondExcessCents - overCents : 0 }
}

/** The parts of a refund whose amount turns out to be another. */
export function splitAgain(
  cents: number,
  former: RefundParts & { readonly amountCents: number },
): RefundParts {
  const formerExcessCents = former.amountCents - former.overCents - former.choiceCents
  const overCents = Math.min(former.overCents, Math.max(0, cents - formerExcessCents))
  const choiceCents = Math.min(former.choiceCents, Math.max(0, cents - formerExcessCents - overCents))
  return { overCents, choiceCents }
}
