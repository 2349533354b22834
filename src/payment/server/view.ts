import type { NextAction } from '#acquirer/acquirer.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payable } from './payable.ts'
import type { WireTransaction } from '../contract.ts'
import { limits } from '#session/limits.ts'
import { isAuthenticating } from '../method/authenticationOutcomes.ts'
import { methodRow } from '../method/method.ts'
import { calendarIdOf, outcomeTexts, pendingTexts, formatProtocol, typeAgainText } from '../texts.ts'
import { isAwaiting, isInFlight, isPaidOrHeld } from '../paymentState.ts'
import { pixQrPath } from '../pixQrPath.ts'
import { hasOwner } from './bearer.ts'
import { openCode, readShownAction } from './settle/shownToPayer.ts'
import { payerOf, type Payment } from './store.ts'
import {
  type DecisiveAttempt,
  type PaymentWithAttempt,
  getPaymentWithAttempt,
} from './views/paymentWithAttempt.ts'

type ViewDeps = Pick<PaymentDeps, 'db' | 'clock'> & { subject: Pick<Payable, 'describe'> }

export async function wireTransaction(deps: ViewDeps, { id }: Pick<Payment, 'id'>) {
  return toWireTransaction(deps, await getPaymentWithAttempt(deps.db, id))
}

export function toBilledFields(payment: Payment) {
  return {
    ws_token: payment.token,
    ticket_code: payment.ticket_code,
    destination: payment.destination,
    ...wireMoney(payment.amount_cents),
    payment_type: payment.payment_type,
    payment_type_desc: methodRow(payment.payment_type).text,
    state: payment.state,
  }
}

/** The reply of `pay` from stored data: every caller gets the same outcome. */
export async function payOutcome(deps: ViewDeps, { id }: Pick<Payment, 'id'>) {
  const transaction = await wireTransaction(deps, { id })
  const { state, attempt, pix, reason } = transaction
  const authenticate = isAuthenticating(transaction) ? { authenticate: true } : {}
  // A code to be paid is a success of the call.
  const ok = isAuthenticating(transaction) || isPaidOrHeld(state) || pix !== null
  const authUrl = attempt?.authUrl ?? null
  const needs_reload = !ok && authUrl === null && state !== 'created'
  return { ok, reason: ok ? null : reason, needs_reload, authUrl, ...authenticate, transaction }
}

/** Like `wireTransaction`, for a payment that was just read. */
export async function toWireTransaction(deps: ViewDeps, shown: PaymentWithAttempt): Promise<WireTransaction> {
  const { payment, attempt, attemptCount, lotName } = shown
  const now = deps.clock.now()
  const subject = await deps.subject.describe(deps.db, payment, now)
  const iso = (at: Date | null) => (at === null ? null : isoIn(payment.time_zone, at))
  const inFlight = attempt !== undefined && isInFlight(payment.state)
  const nextAction = currentAction(payment, attempt)
  const isPageAuthenticating = payment.state === 'awaiting_cardholder' && attempt?.state === 'authenticating'
  const authenticate = isPageAuthenticating ? { authenticate: true } : {}
  const authUrl = nextAction?.type === 'url' ? nextAction.url : null
  return {
    ...toBilledFields(payment),
    vehicle_name: subject.vehicleName,
    vehicle_license_plate: subject.plate,
    ticket_dt_exit: iso(payment.exit_deadline_at),
    has_user: hasOwner(payment),
    reason: isPageAuthenticating ? typeAgainText : reasonOf(payment, nextAction),
    attempt: inFlight ? { n: attempt.n, state: attempt.state, authUrl, ...authenticate } : null,
    // A setup error does not use up an attempt.
    attempts_left: Math.max(attempt?.cause === 'setup' ? 1 : 0, limits.card_payment.max - attemptCount),
    pix: wirePix(payment, attempt),
    expires_at: payment.state === 'created' ? iso(payment.price_expires_at) : null,
    paid_at: iso(payment.paid_at),
    card_brand: attempt?.card_brand ?? null,
    card_last_digits: attempt?.card_last_digits ?? null,
    protocol: payment.state === 'review' ? formatProtocol(payment) : null,
    receipt_to: payerOf(payment)?.email?.replace(/^(.).*(?=@)/u, '$1***') ?? null,
    lot_name: lotName,
    ...subject.shown,
    calendar: calendarFacts(payment, lotName),
    time_zone: payment.time_zone,
    server_now: isoIn(payment.time_zone, now),
  }
}

function calendarFacts(payment: Payment, lot: string | null): WireTransaction['calendar'] {
  if (lot === null || (!isPaidOrHeld(payment.state) && payment.state !== 'voided')) return null
  const from = isoIn(payment.time_zone, payment.paid_at ?? payment.created_at)
  return { id: calendarIdOf(payment), from, lot }
}

function wirePix(payment: Payment, attempt: DecisiveAttempt | undefined): WireTransaction['pix'] {
  const code = openCode(payment, attempt)
  const { deadline_at: until, time_zone: zone, token } = payment
  return code === null || until === null
    ? null
    : { code, expires_at: isoIn(zone, until), qr: pixQrPath(token) }
}

function currentAction(payment: Payment, attempt: DecisiveAttempt | undefined): NextAction | null {
  return isAwaiting(payment.state) && attempt ? readShownAction(attempt) : null
}

function reasonOf(payment: Payment, nextAction: NextAction | null): string | null {
  switch (payment.state) {
    case 'created':
      return payment.reason
    case 'authorising':
    case 'unknown':
    case 'capturing':
      return outcomeTexts.confirming
    case 'awaiting_cardholder':
      return pendingTexts[nextAction?.type ?? 'url']
    case 'awaiting_payment':
      return nextAction ? pendingTexts[nextAction.type] : outcomeTexts.confirming
    case 'cancelled':
      return outcomeTexts.cancelled
    case 'voided':
      return outcomeTexts.released
    case 'expired':
      return payment.reason === outcomeTexts.notOwed ? payment.reason : outcomeTexts.expired
    case 'refunding':
    case 'refunded':
      return payment.reason
    case 'review':
      return `${outcomeTexts.review} Protocolo ${formatProtocol(payment)}.`
    default:
      return null
  }
}
