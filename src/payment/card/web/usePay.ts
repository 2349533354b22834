import { useEffect, useRef, useState } from 'react'
import type { WayForward } from '#checkout/wayForward.ts'
import type { SentBody } from '#kit/endpoint.ts'
import { waitForPerson } from '#session/web/person.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { dismissAll, notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { typeAgainText } from '../../method/authenticationEnds.ts'
import { pay, type PayOutcome, type WireTransaction } from '../../contract.ts'
import { wayForwardAfter } from '../../method/wayForward.ts'
import { isDefinite } from '../../known/paymentDisplay.ts'
import { recordPayment } from '../../web/known/recordPayment.ts'
import { sendRecorded } from '../../web/known/sendRecorded.ts'
import { findSent } from '../../web/known/sent.ts'
import { goOnAsGuest, isLoginOver } from '../../web/goOnAsGuest.ts'
import { keepPayment } from '../../web/latestPayment.ts'
import { tellElsewhere, type Brought } from './elsewhere.ts'
import type { AskedCard, AuthenticationResult } from '../../authentication/web/useAuthentication.ts'
import type { Price } from './usePrice.ts'
import type { WatchedPayment } from '../../web/usePayment.ts'

type Shown = Pick<WatchedPayment, 'show' | 'doubtful' | 'reload' | 'look'>

export type Screen = {
  watched: WatchedPayment
  price: Price
  ask?: (card: AskedCard) => Promise<AuthenticationResult | null>
}

type Forgetting = { cvv: () => void; all: () => void; keep: (ticketCode: string) => void }

export type SendCard = (payment: WireTransaction, card: SentBody<typeof pay>) => Promise<void>

const reloadMs = 5_000
const shortlyMs = 8_000

/** Errors of fields are thrown for the form. */
export function usePay(token: string, { watched, price, ask }: Screen, forget: Forgetting): SendCard {
  const sending = useRef(false)
  const reload = useReloadLater()
  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])

  const settled = ({ ok, reason, needs_reload, authUrl, transaction }: PayOutcome) => {
    forget.cvv()
    if (ok || authUrl !== null) forget.all()
    if (ok) keepPayment(transaction)
    if (left.signal.aborted)
      return tellElsewhere({ ok, authUrl, reason, state: transaction.state }, transaction.ticket_code)
    if (ok) {
      return replaceWith('payment.done', { params: { token } })
    }
    watched.show(transaction, reason)
    if (authUrl !== null) return location.assign(authUrl)
    if (reason !== null && transaction.attempts_left === 0) notify(reason, 'danger', shortlyMs)
    if (needs_reload) reload(reloadMs)
  }

  const failed = (failure: unknown, payment: WireTransaction) => {
    if (!(failure instanceof CallFailure)) throw failure
    if (failure.code !== 'invalid') forget.cvv()
    if (left.signal.aborted) return tellElsewhere(failedAs(failure, payment), payment.ticket_code)
    if (asksForPayer(failure, payment)) return void askForPayer(failure, payment, forget)
    showFailure(failure, payment, watched)
  }

  const charge: SendCard = async (payment, card) => {
    try {
      const context = { watched, ask, left: left.signal }
      const outcome = await paidAfterAsking(payment, card, context)
      if (outcome !== null) settled(outcome)
    } catch (failure) {
      if (!isNewPrice(failure, payment) || left.signal.aborted) return failed(failure, payment)
      const fresh = await repriced(payment, price)
      if (fresh === null || left.signal.aborted || !(await acceptsPrice(payment, fresh))) return
      await charge(fresh, card)
    }
  }

  return async (payment, card) => {
    if (sending.current) return
    sending.current = true
    dismissAll()
    try {
      // A pending price would replace the result.
      await whileLoading(price.settled())
      await charge(payment, card)
    } finally {
      sending.current = false
    }
  }
}

async function asSeen(card: SentBody<typeof pay>, { value, payment_type }: WireTransaction) {
  const seen = { value, person: await waitForPerson() }
  return card.isNewCard ? { ...card, ...seen, payment_type } : { ...card, ...seen }
}

function isNewPrice(failure: unknown, { ws_token }: WireTransaction): boolean {
  return failure instanceof CallFailure && failure.code === 'price_changed' && findSent(ws_token) === null
}

async function paidAfterAsking(
  payment: WireTransaction,
  card: SentBody<typeof pay>,
  { watched, ask, left }: { watched: Shown; ask: Screen['ask']; left: AbortSignal },
): Promise<PayOutcome | null> {
  const body = await whileLoading(asSeen(card, payment))
  const first = await send(payment, body)
  if (!first.authenticate) return first
  if (left.aborted || !ask || !body.isNewCard) return { ...first, ok: false, reason: typeAgainText }
  watched.show(first.transaction, null)
  const authentication = await ask({ number: body.cardNumber, expiration: body.cardExpiration })
  return authentication && send(payment, { ...body, authentication })
}

async function send(payment: WireTransaction, body: SentBody<typeof pay>): Promise<PayOutcome> {
  const params = { token: payment.ws_token }
  const sent = sendRecorded(
    payment,
    () => call(pay, { params, body }),
    ({ data }) => isDefinite(data.transaction.state, true),
  )
  const { data } = await whileLoading(sent)
  recordPayment(data.transaction)
  return data
}

/** Null where another screen takes over. */
async function repriced(payment: WireTransaction, price: Price): Promise<WireTransaction | null> {
  try {
    return await whileLoading(price.renew(payment))
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(`${failureText(failure)} Nada foi cobrado.`, 'warning', shortlyMs)
    if (!isUnanswered(failure)) replaceWith('ticket.value', { query: { ticket: payment.ticket_code } })
    return null
  }
}

function acceptsPrice(before: WireTransaction, fresh: WireTransaction): Promise<boolean> {
  return confirm(`O valor agora é R$ ${fresh.valueHuman}`, {
    text: `O prazo do valor anterior (R$ ${before.valueHuman}) terminou. Nada foi cobrado ainda, e o cartão não precisa ser digitado de novo.`,
    yes: `PAGAR R$ ${fresh.valueHuman}`,
    no: 'Agora não',
  })
}

function failedAs(failure: CallFailure, { ws_token }: WireTransaction): Brought {
  const state = findSent(ws_token) === null ? 'created' : 'unanswered'
  return { ok: false, authUrl: null, reason: failure.message, state }
}

function isUnanswered({ status, code }: CallFailure): boolean {
  return status === 0 || status >= 500 || code === 'undefined_response'
}

function showFailure(failure: CallFailure, payment: WireTransaction, watched: Shown): void {
  // The payment may have become another account's.
  if (failure.code === 'not_found') void watched.look()
  const silent = findSent(payment.ws_token)
  if (silent === null) return refused(failure, payment, watched)
  if (failure.code === 'already_paid') return showPaid(payment)
  watched.doubtful(silent.earlier || isUnanswered(failure) ? undefined : refusalOf(failure))
}

function refusalOf({ code, message }: CallFailure): { reason: string; way: WayForward } {
  return { reason: message, way: wayForwardAfter(code) }
}

/** An earlier `pay` of this device was the one that paid. */
function showPaid({ ticket_code: ticket }: WireTransaction): void {
  notify('Pagamento recebido.', 'success', shortlyMs)
  replaceWith('ticket.value', { query: { ticket } })
}

/** docs/spec.md#r25, docs/spec.md#r26 */
function asksForPayer(failure: CallFailure, { ws_token }: WireTransaction): boolean {
  return (failure.code === 'payer_missing' || isLoginOver(failure)) && findSent(ws_token) === null
}

async function askForPayer(failure: CallFailure, payment: WireTransaction, { keep }: Forgetting) {
  const ticket = payment.ticket_code
  if (isLoginOver(failure)) await goOnAsGuest(payment)
  else {
    notify(failureText(failure), 'warning')
    go('ticket.account', { query: { ticket } })
  }
  keep(ticket)
}

function refused(failure: CallFailure, payment: WireTransaction, watched: Shown): void {
  const ticket = payment.ticket_code
  switch (failure.code) {
    case 'already_paid':
    case 'ticket_exited':
      notify(`${failure.message} Nada foi cobrado agora.`, 'warning', shortlyMs)
      return replaceWith('ticket.value', { query: { ticket } })
    case 'api_token':
      notify(failureText(failure), 'danger', shortlyMs)
      return watched.reload()
    case 'session_changed':
      return watched.show(payment, null)
    case 'reservation_released':
      return watched.reload()
    case 'invalid':
      return refusedField(failure, watched)
    default:
      watched.show(payment, failure.message, wayForwardAfter(failure.code))
  }
}

function refusedField(failure: CallFailure, watched: Shown): void {
  const changed = failure.errors['payment_type']?.[0]
  if (changed === undefined) throw failure
  notify(changed, 'warning', shortlyMs)
  void watched.look()
}

function useReloadLater(): (ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (ms) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => location.reload(), ms)
  }
}
