import { type RefundTerms, refundTermsOf, refundFailureText } from '#refund/server/refundTerms.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { can, isPaid } from '#payment/paymentState.ts'
import { loadPaymentDetails, type PaymentDetails, wireMovements, wireSale } from './paymentDetails.ts'
import { findPostponement } from '#refund/server/refundPayment.ts'
import { caseCentsNow } from '../doubtedMoney.ts'
import type { FoundPayment } from './searchPayments.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { refusalCauseRow } from '#acquirer/causes.ts'
import { authenticationText } from '#payment/method/authenticationOutcomes.ts'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { methodRow } from '#payment/method/method.ts'
import { amountsText } from '#payment/cases.ts'
import { isStaffClosed, isKeptMoneyCase } from '#payment/caseKinds.ts'
import { type AttemptDecision, decisionsForAttempt } from '#payment/attemptStates.ts'
import { type Attempt, isDuplicateSaleKey } from '#payment/server/attempt/attempts.ts'
import { readAcquirerEventNumber } from '#payment/server/difference/saleEvents.ts'
import { isUnconfirmed, hasNotArrived } from '#payment/server/ledger/refunds.ts'
import { findPayment } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { requireVisible } from '#staff/server/member.ts'
import { paymentTrail } from '#payment/auditTerms.ts'
import type { BackOfficePaymentDeps } from './deps.ts'
import type { BackOfficeTransactionRow } from '../../backoffice.ts'
import { findActorTexts, toHistoryEvents, wireHistory } from '#staff/server/history.ts'

/** Throws `not_found`, also for a payment of another lot. */
export async function paymentIdOrFail(db: Db, token: string, by: Pick<StaffMember, 'lots'>): Promise<number> {
  return requireVisible(await findPayment(db, token), by).id
}

export function wireTransactionRow(payment: FoundPayment): BackOfficeTransactionRow {
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const { case_kind: kind, case_cents: cents } = payment
  return {
    id: payment.token,
    protocol: formatProtocol(payment),
    ticket: payment.ticket_code,
    lot: payment.lot_name,
    destination: payment.destination,
    payment_type: payment.payment_type,
    payment_type_desc: methodRow(payment.payment_type).text,
    state: payment.state,
    amount: wireMoney(payment.amount_cents),
    card: cardText(payment.brand, payment.last_digits),
    created_at: iso(payment.created_at),
    paid_at: payment.paid_at && iso(payment.paid_at),
    time_zone: payment.time_zone,
    case: kind === null || cents === null ? null : { kind, amount: wireMoney(cents) },
  }
}

function cardText(brand: string | null, lastDigits: string | null): string | null {
  return lastDigits === null
    ? null
    : `${brand === null ? 'Cartão' : brandDisplayName(brand)} final ${lastDigits}`
}

/** Throws `not_found`. */
export async function readTransaction(deps: BackOfficePaymentDeps, token: string, member: StaffMember) {
  const { db } = deps
  const details = await loadDetailsOfNow(deps, await paymentIdOrFail(db, token, member))
  const { payment, attempts } = details
  const iso = (at: Date) => isoIn(payment.time_zone, at)
  const decisive = decisiveAttemptOf(attempts)
  const terms = refundTermsOfPayment(deps, details)
  const history = toHistoryEvents(paymentTrail, await findAuditRows(db, 'payment', [payment.id]), actionOf)
  return {
    ...wireTransactionRow({
      ...payment,
      lot_name: details.lot,
      brand: decisive?.card_brand ?? null,
      last_digits: decisive?.card_last_digits ?? null,
      case_kind: details.cases[0]?.kind ?? null,
      case_cents: details.cases[0]?.amount_cents ?? null,
    }),
    cases: details.cases.map((found) => wireCase(found, details)),
    kept: wireMoney(details.keptCents),
    payer: details.payer,
    proof_url: deps.proofUrl(payment),
    reason: payment.reason,
    has_ticket: payment.ticket_id !== null,
    has_reservation: captureTermsOf(payment).captureMode === 'hold',
    attempts: attempts.map((attempt) => ({
      ...wireAttempt(attempt, iso),
      can: allowedDecisions(details, attempt, member),
    })),
    ledger: wireMovements(details).ledger,
    refunds: await wireRefunds(deps, details, iso),
    events: details.events.map((event) => wireEvent(event, iso)),
    history: await wireHistory(deps, history, payment.time_zone),
    differs: isAmountInReview(details),
    refund_terms: terms && {
      until: iso(terms.until),
      over: terms.isOver,
      parts: terms.parts,
      parts_wait: terms.partsWait,
    },
    can: allowedActions(details, member, terms),
  }
}

/** The amounts of the cases are what they are about now. */
async function loadDetailsOfNow({ db, subject, clock }: BackOfficePaymentDeps, paymentId: number) {
  const details = await loadPaymentDetails(db, paymentId)
  const { keptCents } = details
  const overCents = await subject.readOver(db, details.payment, clock.now())
  const cases = details.cases.map((one) => ({
    ...one,
    amount_cents: caseCentsNow(one, { overCents, keptCents }),
  }))
  return { ...details, cases }
}

/** Earlier events belong to a case that staff have closed. */
function wireCase(
  { kind, amount_cents, opened_at }: PaymentDetails['cases'][number],
  { events }: PaymentDetails,
) {
  const notifications = events.filter((event) => event.kind === kind && event.at >= opened_at).length
  return { kind, amount: wireMoney(amount_cents), notifications }
}

type EventRow = PaymentDetails['events'][number]

function wireEvent(event: EventRow, iso: Iso) {
  const { kind, amount_cents, number, at } = event
  const dispute = kind === 'chargeback' ? readAcquirerEventNumber({ kind, number }) : null
  return { kind, amount: wireMoney(amount_cents), number: dispute, text: eventText(event), at: iso(at) }
}

function eventText({ text, ...event }: EventRow): string | null {
  const { asked_cents: askedCents, acknowledged_cents: acknowledgedCents, shown_cents: shownCents } = event
  if (askedCents === null) return text
  return [text, amountsText({ askedCents, acknowledgedCents, shownCents })].filter(Boolean).join(': ')
}

function actionOf({ action, before }: { action: string; before: unknown }): string {
  return action === 'created' && before !== null ? 'reopened' : action
}

/** The same rule as `findDecisiveAttempt`, for loaded attempts. */
function decisiveAttemptOf(attempts: readonly Attempt[]): Attempt | undefined {
  return (
    attempts.find(({ state }) => state === 'captured' || state === 'held') ??
    attempts.findLast(({ order_key: key }) => !isDuplicateSaleKey(key))
  )
}

function isAmountInReview({ payment, attempts }: PaymentDetails): boolean {
  return payment.state === 'review' && decisiveAttemptOf(attempts)?.state === 'captured'
}

function refundTermsOfPayment(
  { acquirers, clock }: BackOfficePaymentDeps,
  details: PaymentDetails,
): RefundTerms | null {
  const { payment, attempts, keptCents, ledger } = details
  const captured = attempts.find(({ state }) => state === 'captured')
  if (!captured || keptCents <= 0 || !can('refund', payment.state)) return null
  const back = ledger.filter(({ kind, attempt_id }) => kind === 'refund' && attempt_id === captured.id)
  const refundedCents = back.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return refundTermsOf(acquirers, captured, { refundedCents, now: clock.now() })
}

function allowedActions(details: PaymentDetails, member: StaffMember, terms: RefundTerms | null) {
  const { payment, keptCents, attempts, cases, refunds } = details
  const manager = isAllowed(member.level, 'manager')
  const hasAttempts = attempts.length > 0
  return {
    refund: manager && keptCents > 0 && can('refund', payment.state) && terms?.isOver !== true,
    ask: manager && hasAttempts && can('askAgain', payment.state) && !isAmountInReview(details),
    decide: manager && hasAttempts && can('decide', payment.state),
    decide_refund: manager && cases.some(({ kind }) => kind === 'late_refund') && refunds.some(isUnconfirmed),
    close: manager && cases.some(({ kind }) => isStaffClosed(kind)),
    receipt: isPaid(payment.state) && (details.payer?.email ?? null) !== null,
  }
}

function allowedDecisions(
  { payment, cases }: PaymentDetails,
  { state }: Attempt,
  member: StaffMember,
): AttemptDecision[] {
  if (!isAllowed(member.level, 'manager')) return []
  const isNothingOver = !cases.some(({ kind, amount_cents }) => isKeptMoneyCase(kind) && amount_cents > 0)
  const decisions = decisionsForAttempt(state, {
    isEnding: payment.requested_cents !== null,
    isKeptInDoubt: cases.some(({ kind }) => isKeptMoneyCase(kind)) && can('refund', payment.state),
    isKeptAgain: cases.some(({ kind }) => kind === 'kept_again'),
  })
  return decisions.filter((one) => !(one === 'give_back' && state === 'captured' && isNothingOver))
}

type Iso = (at: Date) => string

function wireAttempt(attempt: Attempt, iso: Iso) {
  const { cause } = attempt
  return {
    n: attempt.n,
    state: attempt.state,
    amount: wireMoney(attempt.amount_cents),
    card: cardText(attempt.card_brand, attempt.card_last_digits),
    cause: cause && (refusalCauseRow(cause)?.text ?? authenticationText(cause) ?? cause),
    return_code: attempt.return_code,
    order_key: attempt.order_key,
    reference: attempt.reference,
    ...wireSale(attempt),
    started_at: iso(attempt.started_at),
    answered_at: attempt.answered_at && iso(attempt.answered_at),
  }
}

async function wireRefunds(deps: BackOfficePaymentDeps, { refunds, attempts }: PaymentDetails, iso: Iso) {
  const actors = refunds.map(({ actor }) => actor)
  const whoOf = await findActorTexts(deps, actors)
  const acquirerOf = (id: number) => attempts.find((attempt) => attempt.id === id)?.acquirer ?? ''
  const open = refunds.find(({ state }) => state === 'asked')
  const putOff = open ? await findPostponement(deps.db, open, deps.clock.now()) : null
  return refunds.map((refund) => ({
    amount: wireMoney(refund.amount_cents),
    reason: refund.reason,
    state: refund.state,
    return_code: isUnconfirmed(refund) ? null : refund.return_code,
    in_doubt: isUnconfirmed(refund),
    unarrived: hasNotArrived(refund),
    why:
      refund.state === 'refused'
        ? refundFailureText(deps.acquirers, acquirerOf(refund.attempt_id), refund.return_code)
        : null,
    who: whoOf(refund.actor),
    asked_at: iso(refund.asked_at),
    put_off_until: refund === open && putOff ? iso(putOff) : null,
  }))
}
