import { useEffect, useRef, useState } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import type { SentBody } from '#kit/endpoint.ts'
import { waitForUserId } from '#session/web/lastKnownUser.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { dismissAllNotices, notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { typeAgainText } from '../../texts.ts'
import { pay, type PayOutcome, type WireTransaction } from '../../contract.ts'
import { wayForwardAfter } from '../../method/wayForward.ts'
import { isDefiniteState } from '../../local/paymentDisplay.ts'
import { recordPayment } from '../../web/local/recordPayment.ts'
import { sendPayRequest } from '../../web/local/sendPayRequest.ts'
import { findSentPayment } from '../../web/local/sentPayments.ts'
import { continueAsGuest, hasLoginEnded } from '../../web/continueAsGuest.ts'
import { recordLatestPayment } from '../../web/latestPayment.ts'
import { askPaymentState } from './askPaymentState.ts'
import { notifyPayResult, type PayResult } from './notifyPayResult.ts'
import type { CardToAuthenticate, AuthenticationResult } from '../../authentication/web/useAuthentication.ts'
import type { PriceRenewal } from './usePriceRenewal.ts'
import type { PolledPayment } from '../../web/usePayment.ts'

type PaymentActions = Pick<PolledPayment, 'show' | 'setUnconfirmed' | 'reload' | 'refetch'>

export type PayContext = {
  polled: PolledPayment
  price: PriceRenewal
  authenticate?: (card: CardToAuthenticate) => Promise<AuthenticationResult | null>
}

type CardFormActions = { clearCvv: () => void; clearCard: () => void; keepCard: (ticketCode: string) => void }

export type SendCard = (payment: WireTransaction, card: SentBody<typeof pay>) => Promise<void>

const reloadDelayMs = 5_000
const notifyMs = 8_000

/** Errors of fields are thrown for the form. */
export function usePay({ polled, price, authenticate }: PayContext, form: CardFormActions): SendCard {
  const sending = useRef(false)
  const reload = useDelayedReload()
  const [unmounted] = useState(() => new AbortController())
  useEffect(() => () => unmounted.abort(), [unmounted])

  const settled = ({ ok, reason, needs_reload, authUrl, transaction }: PayOutcome) => {
    form.clearCvv()
    if (ok || authUrl !== null) form.clearCard()
    if (ok) recordLatestPayment(transaction)
    if (unmounted.signal.aborted)
      return notifyPayResult({ ok, authUrl, reason, state: transaction.state }, transaction.ticket_code)
    if (ok) return replaceWith('payment.done', { params: { token: transaction.ws_token } })
    polled.show(transaction, reason)
    if (authUrl !== null) return location.assign(authUrl)
    if (reason !== null && transaction.attempts_left === 0) notify(reason, 'danger', notifyMs)
    if (needs_reload) reload(reloadDelayMs)
  }

  const failed = (failure: unknown, payment: WireTransaction) => {
    if (!(failure instanceof CallFailure)) throw failure
    if (failure.code !== 'invalid') form.clearCvv()
    if (unmounted.signal.aborted) return notifyPayResult(failureResult(failure, payment), payment.ticket_code)
    if (needsPayer(failure, payment)) return void openPayerForm(failure, payment, form)
    showFailure(failure, payment, polled)
  }

  const charge: SendCard = async (payment, card) => {
    try {
      const context = { polled, authenticate, unmounted: unmounted.signal }
      const outcome = await payWithAuthentication(payment, card, context)
      if (outcome !== null) settled(outcome)
    } catch (failure) {
      if (!isPriceChange(failure, payment) || unmounted.signal.aborted) return failed(failure, payment)
      const fresh = await renewPrice(payment, price)
      if (fresh === null || unmounted.signal.aborted || !(await confirmPrice(payment, fresh))) return
      await charge(fresh, card)
    }
  }

  return async (payment, card) => {
    if (sending.current) return
    sending.current = true
    dismissAllNotices()
    try {
      // A price renewal that ends later would replace the result of the payment.
      await whileLoading(price.waitForPending())
      await charge(payment, card)
    } finally {
      sending.current = false
    }
  }
}

async function withShownTerms(card: SentBody<typeof pay>, { value, payment_type }: WireTransaction) {
  const seen = { value, person: await waitForUserId() }
  return card.isNewCard ? { ...card, ...seen, payment_type } : { ...card, ...seen }
}

function isPriceChange(failure: unknown, { ws_token }: WireTransaction): boolean {
  return (
    failure instanceof CallFailure && failure.code === 'price_changed' && findSentPayment(ws_token) === null
  )
}

async function payWithAuthentication(
  payment: WireTransaction,
  card: SentBody<typeof pay>,
  {
    polled,
    authenticate,
    unmounted,
  }: { polled: PaymentActions; authenticate: PayContext['authenticate']; unmounted: AbortSignal },
): Promise<PayOutcome | null> {
  const body = await whileLoading(withShownTerms(card, payment))
  const first = await sendPay(payment, body)
  if (!first.authenticate) return first
  if (unmounted.aborted || !authenticate || !body.isNewCard)
    return { ...first, ok: false, reason: typeAgainText }
  polled.show(first.transaction, null)
  const authentication = await authenticate({ number: body.cardNumber, expiration: body.cardExpiration })
  return authentication && sendPay(payment, { ...body, authentication })
}

async function sendPay(payment: WireTransaction, body: SentBody<typeof pay>): Promise<PayOutcome> {
  const isAuthenticated = Boolean(body.authentication)
  const sent = sendPayRequest(
    payment,
    () => requestPay(payment, body, isAuthenticated),
    ({ transaction }) => isDefiniteState(transaction.state, true),
    isAuthenticated,
  )
  const outcome = await whileLoading(sent, `Pagando R$\u00a0${payment.valueHuman}...`)
  recordPayment(outcome.transaction)
  return outcome
}

/** The first definite answer of `pay` and of the payment's state. Throws a `CallFailure`. */
async function requestPay(
  payment: WireTransaction,
  body: SentBody<typeof pay>,
  isAuthenticated: boolean,
): Promise<PayOutcome> {
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      call(pay, { params: { token: payment.ws_token }, body, signal }).then(({ data }) => data),
      askPaymentState(payment, { isAuthenticated, signal }),
    ])
  } finally {
    over.abort()
  }
}

/** Null where another screen takes over. */
async function renewPrice(payment: WireTransaction, price: PriceRenewal): Promise<WireTransaction | null> {
  try {
    return await whileLoading(price.renew(payment))
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(`${failureText(failure)} Nada foi cobrado.`, 'warning', notifyMs)
    if (!isUnanswered(failure)) replaceWith('ticket.value', { query: { ticket: payment.ticket_code } })
    return null
  }
}

function confirmPrice(before: WireTransaction, fresh: WireTransaction): Promise<boolean> {
  return confirm(`O valor agora é R$ ${fresh.valueHuman}`, {
    text: `O prazo do valor anterior (R$ ${before.valueHuman}) terminou. Nada foi cobrado ainda, e o cartão não precisa ser digitado de novo.`,
    yes: `PAGAR R$ ${fresh.valueHuman}`,
    no: 'Agora não',
  })
}

function failureResult(failure: CallFailure, { ws_token }: WireTransaction): PayResult {
  const state = findSentPayment(ws_token) === null ? 'created' : 'unanswered'
  return { ok: false, authUrl: null, reason: failure.message, state }
}

function isUnanswered({ status, code }: CallFailure): boolean {
  return status === 0 || status >= 500 || code === 'undefined_response'
}

function showFailure(failure: CallFailure, payment: WireTransaction, polled: PaymentActions): void {
  // The payment may have become another account's.
  if (failure.code === 'not_found') void polled.refetch()
  const sent = findSentPayment(payment.ws_token)
  if (sent === null) return showRefusal(failure, payment, polled)
  if (failure.code === 'already_paid') return showPaid(payment)
  polled.setUnconfirmed(sent.earlier || isUnanswered(failure) ? undefined : toRefusal(failure))
}

function toRefusal({ code, message }: CallFailure): { reason: string; way: WayForward } {
  return { reason: message, way: wayForwardAfter(code) }
}

/** An earlier `pay` of this device paid. */
function showPaid({ ticket_code: ticket }: WireTransaction): void {
  notify('Pagamento recebido.', 'success', notifyMs)
  replaceWith('ticket.value', { query: { ticket } })
}

/** docs/spec.md#r25, docs/spec.md#r26 */
function needsPayer(failure: CallFailure, { ws_token }: WireTransaction): boolean {
  return (failure.code === 'payer_missing' || hasLoginEnded(failure)) && findSentPayment(ws_token) === null
}

async function openPayerForm(failure: CallFailure, payment: WireTransaction, { keepCard }: CardFormActions) {
  const ticket = payment.ticket_code
  if (hasLoginEnded(failure)) await continueAsGuest(payment)
  else {
    notify(failureText(failure), 'warning')
    go('ticket.account', { query: { ticket } })
  }
  keepCard(ticket)
}

function showRefusal(failure: CallFailure, payment: WireTransaction, polled: PaymentActions): void {
  const ticket = payment.ticket_code
  switch (failure.code) {
    case 'already_paid':
    case 'ticket_exited':
      notify(`${failure.message} Nada foi cobrado agora.`, 'warning', notifyMs)
      return replaceWith('ticket.value', { query: { ticket } })
    case 'api_token':
      notify(failureText(failure), 'danger', notifyMs)
      return polled.reload()
    case 'session_changed':
      return polled.show(payment, null)
    case 'reservation_released':
      return polled.reload()
    case 'invalid':
      return showFieldRefusal(failure, polled)
    default:
      polled.show(payment, failure.message, wayForwardAfter(failure.code))
  }
}

function showFieldRefusal(failure: CallFailure, polled: PaymentActions): void {
  const changed = failure.errors['payment_type']?.[0]
  if (changed === undefined) throw failure
  notify(changed, 'warning', notifyMs)
  void polled.refetch()
}

function useDelayedReload(): (ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (ms) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => location.reload(), ms)
  }
}
