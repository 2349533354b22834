import type { Approval } from '#acquirer/acquirer.ts'
import { cardKinds } from '#card/cardKinds.ts'
import { saveCard } from '#card/server/flow/saveCard.ts'
import type { Db, Tx } from '#db/schema.ts'
import { earlier, addMs } from '#kit/clock.ts'
import { lateAnswerHonouredMs } from '../../limits.ts'
import { methodRow } from '../../method/method.ts'
import { can, isPaid } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { recordAmountDifference } from '../difference/amountDifference.ts'
import { recordRefund } from '../ledger/ledger.ts'
import type { AttemptContext, Settlement } from '../settlementContext.ts'
import { type Attempt, updateAttempt, scheduleCaptureRecheck, isByPix } from '../attempt/attempts.ts'
import { insertCapture } from '../store.ts'
import { refundTexts } from '../../texts.ts'
import { refundExcess, refundOver } from '../ledger/refunds.ts'
import { isSupersededBy, deferSupersededPix } from './pix/superseded.ts'
import { shownColumns } from './shownToPayer.ts'
import { recordCaptured } from './recordCaptured.ts'
import { requestReversal } from '../attempt/requestReversal.ts'

/**
 * Records a capture: ledger, paid segment, exit deadline, gate event, receipt job, audit row. Money not owed is
 * reversed; a Pix is parked while another card is at the acquirer.
 */
export async function applyCapture(tx: Tx, deps: PaymentDeps, settlement: Settlement, approval: Approval) {
  const { payment, attempt, isLastAttempt, otherPaymentStates, actor, now } = settlement
  const takenCents = approval.capturedCents - approval.voidedCents
  const coversAsked = isByPix(attempt)
    ? takenCents >= attempt.amount_cents
    : takenCents === attempt.amount_cents
  if (coversAsked && isSupersededBy(settlement)) return deferSupersededPix(tx, settlement, approval)
  const result = coversAsked ? await applyToSubject(tx, deps, settlement) : null
  const answered = { state: 'captured', ...approvalColumns(approval, attempt, now) } as const
  await updateAttempt(tx, attempt.id, answered)
  if (isByPix(attempt) || approval.mayBeAutoCancelled) await scheduleCaptureRecheck(tx, attempt)
  await recordLedgerSums(tx, settlement, approval)
  if (isByPix(attempt) && !coversAsked) return reverseCapture(tx, settlement, refundTexts(attempt).less)
  if (!result) {
    const detail = { payment: payment.id, takenCents, askedCents: attempt.amount_cents }
    deps.log.error(detail, 'captured amount differs')
    const { capturedCents: shownCents } = approval
    const amounts = { askedCents: attempt.amount_cents, acknowledgedCents: null, shownCents }
    await recordAmountDifference(tx, settlement, 'capture', amounts)
    if (!isLastAttempt || !can('becomePaid', payment.state) || otherPaymentStates.length > 0)
      return reverseCapture(tx, settlement, alreadyPaidText(settlement))
    return changeState(tx, payment, 'review', { actor, now, change: { deadline_at: null } })
  }
  if (result.notOwed !== undefined) return reverseCapture(tx, settlement, result.notOwed)
  await saveApprovedCard(tx, deps, settlement, approval)
  await recordCaptured(tx, settlement, {
    paid_at: result.paidAt,
    exit_deadline_at: result.exitDeadlineAt,
    payment_type: methodRow(attempt.payment_type).wire,
    receipt_kid: deps.receiptKid,
  })
  if (result.overCents) await refundOver(tx, settlement, result.overCents)
  if (takenCents > attempt.amount_cents) await refundExcess(tx, settlement)
}

/** Records the captured and voided sums in the ledger. */
export async function recordLedgerSums(db: Db, { attempt, now: at }: AttemptContext, approval: Approval) {
  await insertCapture(db, { attempt, amountCents: approval.capturedCents, at })
  const { voidedCents } = approval
  if (voidedCents > 0) await recordRefund(db, { attempt, amountCents: voidedCents, at })
}

/** The columns that an approval fills. */
export function approvalColumns(approval: Approval, attempt: Attempt, now: Date) {
  return {
    reference: approval.reference,
    nsu: approval.nsu,
    end_to_end_id: approval.endToEndId,
    authorisation_code: approval.authorisationCode,
    return_code: approval.returnCode,
    eci: approval.eci ?? attempt.eci,
    card_brand: approval.brand ?? attempt.card_brand,
    card_last_digits: approval.lastDigits ?? attempt.card_last_digits,
    ...shownColumns(null),
    answered_at: now,
  }
}

/** Saves the card if the payer wanted that. */
export async function saveApprovedCard(db: Db, deps: PaymentDeps, of: AttemptContext, approval: Approval) {
  const { attempt, now } = of
  const { cardToken } = approval
  const { acquirer, save_card_for: userId, card_brand: brand, card_last_digits: lastDigits } = attempt
  const { card: kind } = methodRow(attempt.payment_type)
  if (userId === null || cardToken === null || brand === null || lastDigits === null || kind === null) return
  const termsHash = await deps.termsHash(db)
  const saved = { userId, brand, lastDigits, acquirer, acquirerToken: cardToken, termsHash }
  await saveCard(db, deps.cardKeys, { ...saved, paymentType: cardKinds[kind].wire }, now)
}

/**
 * Pays the ticket or reservation, or returns why the money is not owed, also for a late Pix
 * (docs/methods.md#pix).
 */
async function applyToSubject(tx: Tx, deps: PaymentDeps, settlement: Settlement) {
  const { payment, attempt, otherPaymentStates, now } = settlement
  const texts = refundTexts(attempt)
  if (!can('becomePaid', payment.state) || otherPaymentStates.length > 0)
    return { notOwed: alreadyPaidText(settlement) }
  // An earlier attempt may have an outdated price.
  if (attempt.amount_cents !== payment.amount_cents) return { notOwed: texts.repriced }
  // A late answer must not lengthen the stay.
  const paidAt = earlier(now, addMs(attempt.started_at, lateAnswerHonouredMs))
  const result = await deps.subject.onPaid(tx, payment, paidAt, now)
  return 'notOwed' in result ? { notOwed: texts[result.notOwed] } : { ...result, paidAt }
}

function alreadyPaidText({ attempt, otherPaymentStates: others }: Settlement): string {
  const isOvertaken = others.length > 0 && !others.some(isPaid)
  return isOvertaken ? refundTexts(attempt).overtaken : refundTexts(attempt).paid
}

type Reversed = AttemptContext & Pick<Settlement, 'isLastAttempt'>

/** `reason` is the payer's text. */
export async function reverseCapture(tx: Tx, settlement: Reversed, reason: string): Promise<void> {
  const { payment, attempt, isLastAttempt, actor, now } = settlement
  await requestReversal(tx, attempt.id, { now })
  // A payment with another capture or a later attempt keeps its state.
  if (!isLastAttempt || !can('becomePaid', payment.state)) return
  await changeState(tx, payment, 'refunding', { actor, now, change: { deadline_at: null, reason } })
}
