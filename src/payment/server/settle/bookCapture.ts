import type { Approval } from '#acquirer/acquirer.ts'
import { cardKinds } from '#card/kinds.ts'
import { saveCard } from '#card/server/flow/saveCard.ts'
import type { Db, Tx } from '#db/schema.ts'
import { earlier, plus } from '#kit/clock.ts'
import { honouredMs } from '../../limits.ts'
import { methodRow } from '../../method/method.ts'
import { can, paidStates } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { noteAmounts } from '../difference/amountDiffers.ts'
import { bookRefund } from '../ledger/ledger.ts'
import type { AttemptContext, Settlement } from '../settlementContext.ts'
import { type Attempt, updateAttempt, scheduleCaptureRecheck, isByPix } from '../attempt/attempts.ts'
import { addCapture, hasRival } from '../store.ts'
import { backTexts } from '../../texts.ts'
import { refundSurplus } from './pix/bookPix.ts'
import { isSupersededBy, parkSuperseded } from './pix/superseded.ts'
import { shownColumns } from './shownToPayer.ts'
import { recordCaptured } from './recordCaptured.ts'
import { requestReversal } from '../attempt/requestReversal.ts'

type Deps = Pick<PaymentDeps, 'subject' | 'log' | 'cardKeys' | 'receiptKid' | 'termsHash'>

/**
 * Books a capture: ledger, paid segment, exit deadline, gate event, receipt job, audit row. Money not owed is
 * reversed; a Pix is parked while another card is at the acquirer.
 */
export async function bookCapture(
  tx: Tx,
  deps: Deps,
  settlement: Settlement,
  approval: Approval,
): Promise<void> {
  const { payment, attempt, isLastAttempt, otherStayPayments, actor, now } = settlement
  const takenCents = approval.capturedCents - approval.voidedCents
  const asAsked = isByPix(attempt) ? takenCents >= attempt.amount_cents : takenCents === attempt.amount_cents
  if (asAsked && isSupersededBy(settlement)) return parkSuperseded(tx, settlement, approval)
  const deadline = asAsked ? await bookOnSubject(tx, deps, settlement) : null
  const answered = { state: 'captured', ...approvalColumns(approval, attempt, now) } as const
  await updateAttempt(tx, attempt.id, answered)
  if (isByPix(attempt) || approval.mayCancelItself) await scheduleCaptureRecheck(tx, attempt)
  await bookMoney(tx, settlement, approval)
  if (isByPix(attempt) && !asAsked) return reverse(tx, settlement, backTexts(attempt).less)
  if (!asAsked) {
    const detail = { payment: payment.id, takenCents, askedCents: attempt.amount_cents }
    deps.log.error(detail, 'captured amount differs')
    const { capturedCents: shownCents } = approval
    const amounts = { askedCents: attempt.amount_cents, acknowledgedCents: null, shownCents }
    await noteAmounts(tx, settlement, 'capture', amounts)
    // A later attempt may be at the acquirer.
    if (!isLastAttempt || !can('becomePaid', payment.state) || otherStayPayments.length > 0)
      return reverse(tx, settlement)
    return changeState(tx, payment, 'review', { actor, now, change: { deadline_at: null } })
  }
  if (!deadline) return reverse(tx, settlement)
  await saveApprovedCard(tx, deps, settlement, approval)
  await recordCaptured(tx, settlement, {
    paid_at: deadline.paidAt,
    exit_deadline_at: deadline.exitDeadlineAt,
    payment_type: methodRow(attempt.payment_type).wire,
    receipt_kid: deps.receiptKid,
  })
  if (takenCents > attempt.amount_cents) await refundSurplus(tx, settlement)
}

/** Books the captured and voided sums in the ledger. */
export async function bookMoney(
  db: Db,
  { payment, attempt, now }: AttemptContext,
  approval: Approval,
): Promise<void> {
  const entry = { paymentId: payment.id, attemptId: attempt.id, at: now }
  await addCapture(db, { ...entry, amountCents: approval.capturedCents })
  const { voidedCents } = approval
  if (voidedCents > 0) await bookRefund(db, { ...entry, amountCents: voidedCents })
}

/** The columns of an attempt that an approval fills. */
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
export async function saveApprovedCard(
  db: Db,
  deps: Pick<Deps, 'cardKeys' | 'termsHash'>,
  { attempt, now }: AttemptContext,
  { cardToken }: Approval,
): Promise<void> {
  const { acquirer, save_card_for: userId, card_brand: brand, card_last_digits: lastDigits } = attempt
  const { card: kind } = methodRow(attempt.payment_type)
  if (userId === null || cardToken === null || brand === null || lastDigits === null || kind === null) return
  const termsHash = await deps.termsHash(db)
  const saved = { userId, brand, lastDigits, acquirer, acquirerToken: cardToken, termsHash }
  await saveCard(db, deps.cardKeys, { ...saved, paymentType: cardKinds[kind].wire }, now)
}

/**
 * Books an amount on the ticket or reservation. Null for money that is not owed: another price, state or payer,
 * or the subject's answer. A Pix paid late is judged here like any capture (docs/methods.md#pix).
 */
async function bookOnSubject(tx: Tx, deps: Deps, { payment, attempt, otherStayPayments, now }: Settlement) {
  // An earlier attempt may have an outdated price.
  if (attempt.amount_cents !== payment.amount_cents) return null
  if (!can('becomePaid', payment.state) || otherStayPayments.length > 0) return null
  // A late answer must not lengthen the stay.
  const paidAt = earlier(now, plus(attempt.started_at, honouredMs))
  const booked = await deps.subject.onPaid(tx, payment, paidAt, now)
  return booked && { ...booked, paidAt }
}

/** Requests a reversal and marks the payment as refunding. */
export async function reverse(
  tx: Tx,
  { payment, attempt, isLastAttempt, actor, now }: AttemptContext & Pick<Settlement, 'isLastAttempt'>,
  reason?: string,
): Promise<void> {
  await requestReversal(tx, attempt.id, { now })
  // A payment with another capture or a later attempt keeps its state.
  if (!isLastAttempt || !can('becomePaid', payment.state)) return
  const isOvertaken = (await hasRival(tx, payment)) && !(await hasRival(tx, payment, paidStates))
  const texts = backTexts(attempt)
  const change = { deadline_at: null, reason: reason ?? (isOvertaken ? texts.overtaken : texts.givenBack) }
  await changeState(tx, payment, 'refunding', { actor, now, change })
}
