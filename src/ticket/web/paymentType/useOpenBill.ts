import { useCallback, useEffect, useState } from 'react'
import { getAccount, getAddress } from '#account/contract.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { dismissErrorNotices, notify } from '#kit/web/notice/notify.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { forgetPayment, readCustomer, setTicket as keepTicket } from '#checkout/web/customer.ts'
import { isAuthenticating } from '#payment/method/authenticationOutcomes.ts'
import { readTransaction, type OwnOrForeignTransaction, type WireTransaction } from '#payment/contract.ts'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { methods, type Method, payScreenOf } from '#payment/method/method.ts'
import { paymentFailures } from '#payment/failures.ts'
import { can, isPaid } from '#payment/paymentState.ts'
import type { SubjectDisplay, SubjectOf } from '#payment/web/subjectDisplay.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import { findOpenPix } from '#payment/web/local/storedPix.ts'
import { recordPayment } from '#payment/web/local/recordPayment.ts'
import type { WireTicket } from '../../contract.ts'
import { fetchTicket, canPayTicket, isTicketDue, latestTicket } from '../fetchTicket.ts'

export type Bill =
  | {
      ticket: WireTicket
      payment: WireTransaction | null
      /** A screen with data that cards need and Pix does not; null if complete. */
      cardNeeds: PayerScreen | null
    }
  | { ticket: null; payment: WireTransaction; cardNeeds: null }

type PayerScreen = 'ticket.account' | 'ticket.personAddress'

type BillView =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; bill: Bill }

export function useOpenBill(
  code: string | undefined,
  { ptoken, chosen }: { ptoken: string | undefined; chosen: Method | undefined },
  subjectOf: SubjectOf,
): { view: BillView; reload: () => void; setTicket: (ticket: WireTicket) => void } {
  const [view, setView] = useState<BillView>({ state: 'loading' })
  const waiting = view.state === 'loading'
  useEffect(() => {
    if (!waiting || code === undefined) return
    const stop = new AbortController()
    const token = ptoken ?? readCustomer(code).payment?.ws_token ?? findOpenPix(code)?.token
    const keepsCode = ptoken === undefined && (chosen === undefined || methods[chosen].card === null)
    loadBill(code, token, { subjectOf, chosen, keepsCode, signal: stop.signal })
      .then((bill) => bill && setView({ state: 'ready', bill }))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (stop.signal.aborted) return
        setView({ state: 'failed', failure })
      })
    return () => stop.abort()
  }, [waiting, code, ptoken, chosen, subjectOf])
  const setTicket = useCallback((ticket: WireTicket) => {
    keepTicket(ticket)
    setView((now) =>
      now.state === 'ready' && now.bill.ticket !== null ? { ...now, bill: { ...now.bill, ticket } } : now,
    )
  }, [])
  const reload = () => {
    dismissErrorNotices()
    setView({ state: 'loading' })
  }
  return { view, reload, setTicket }
}

type LoadBillOptions = {
  subjectOf: SubjectOf
  chosen: Method | undefined
  keepsCode: boolean
  signal: AbortSignal
}

async function loadBill(
  code: string,
  token: string | undefined,
  { subjectOf, chosen, keepsCode, signal }: LoadBillOptions,
): Promise<Bill | null> {
  const known = token === undefined ? null : await readOpenPayment(code, token, signal)
  if (known?.mine === false) {
    replaceWith(payScreenOf(known), { params: { token: known.ws_token } })
    return null
  }
  if (known && isHold(known)) return loadHoldBill(known, subjectOf(known))
  const [{ ticket }, missing] = await Promise.all([
    latestTicket.take(code) ?? fetchTicket(code, signal),
    findMissingPayerData(code, signal),
    waitForSessionOrNull(),
  ])
  const isDue = isTicketDue(ticket)
  // A payment before the passed exit deadline does not cover the difference.
  const payment = known && isDue && isPaid(known.state) ? null : known
  const isOpen =
    payment?.state === 'created' ||
    (payment?.state === 'awaiting_payment' && !keepsCode) ||
    (payment !== null && isAuthenticating(payment))
  if (payment && !isOpen) {
    replaceWith(isPaid(payment.state) ? 'payment.done' : payScreenOf(payment), {
      params: { token: payment.ws_token },
    })
    return null
  }
  if (!canPayTicket(ticket)) {
    replaceWith('ticket.value', { query: { ticket: code } })
    return null
  }
  const isEnough =
    !missing.all && ((chosen !== undefined && methods[chosen].payer === 'name') || payment !== null)
  if (missing.cardNeeds !== null && !isEnough) {
    notify(paymentFailures.payer_missing, 'warning')
    replaceWith(missing.cardNeeds, { query: { ticket: code, method: chosen } })
    return null
  }
  return { ticket, payment, cardNeeds: missing.cardNeeds }
}

const isHold = (payment: { destination: number }) => captureTermsOf(payment).captureMode === 'hold'

async function loadHoldBill(
  payment: WireTransaction,
  { isDone, endedNotice }: SubjectDisplay,
): Promise<Bill | null> {
  await waitForSessionOrNull()
  const isOpen = payment.state === 'created' || isAuthenticating(payment)
  if (isOpen && !isDone && endedNotice === null) return { ticket: null, payment, cardNeeds: null }
  replaceWith(isDone ? 'payment.done' : payScreenOf(payment), { params: { token: payment.ws_token } })
  return null
}

/**
 * A transaction of another ticket would charge an amount that is not shown. Another account's only for a
 * reservation: a ticket can be paid with a new payment.
 */
async function readOpenPayment(
  code: string,
  token: string,
  signal: AbortSignal,
): Promise<OwnOrForeignTransaction | null> {
  try {
    const { data } = await call(readTransaction, { params: { token }, signal })
    const open = can('becomePaid', data.state) && data.state !== 'cancelled' && data.state !== 'expired'
    recordPayment(data)
    if (data.ticket_code !== code) return null
    if (data.mine === false) return isHold(data) ? data : null
    if (open || isPaid(data.state) || isHold(data)) {
      return data
    }
    forgetPayment(code)
    return null
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 404) return null
    throw failure
  }
}

/** A failing call counts as none missing: `pay` reports it later. */
async function findMissingPayerData(
  code: string,
  signal: AbortSignal,
): Promise<{ all: boolean; cardNeeds: PayerScreen | null }> {
  try {
    const asked = { query: { ticket_code: code }, signal }
    const [account, address] = await Promise.all([call(getAccount, asked), call(getAddress, asked)])
    if (account.data === null || account.data.draft) return { all: true, cardNeeds: 'ticket.account' }
    // A Pix payer may lack data that a card's acquirer needs.
    if (account.data.email === '' || account.data.phone === '')
      return { all: false, cardNeeds: 'ticket.account' }
    return {
      all: false,
      cardNeeds: address.data === null || address.data.draft ? 'ticket.personAddress' : null,
    }
  } catch (failure) {
    if (failure instanceof CallFailure) return { all: false, cardNeeds: null }
    throw failure
  }
}
