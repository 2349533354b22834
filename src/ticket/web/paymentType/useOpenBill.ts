import { useCallback, useMemo, useState } from 'react'
import { getAccount, getAddress } from '#account/contract.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
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
      /** The screen for data that only cards need; null if complete. */
      cardDataScreen: PayerScreen | null
    }
  | { ticket: null; payment: WireTransaction; cardDataScreen: null }

type PayerScreen = 'ticket.account' | 'ticket.personAddress'

type BillView =
  | { state: 'loading' }
  | { state: 'failed'; failure: CallFailure }
  | { state: 'ready'; bill: Bill }

type FromUrl = { ptoken: string | undefined; chosen: Method | undefined }

export function useOpenBill(code: string | undefined, { ptoken, chosen }: FromUrl, subjectOf: SubjectOf) {
  const { view: loaded, reload: loadAgain } = useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        if (code === undefined) return null
        const token = ptoken ?? readCustomer(code).payment?.ws_token ?? findOpenPix(code)?.token
        const keepsCode = ptoken === undefined && (chosen === undefined || methods[chosen].card === null)
        return loadBill({ code, token, chosen, keepsCode }, subjectOf, signal)
      },
      [code, ptoken, chosen, subjectOf],
    ),
  )
  const [repriced, setRepriced] = useState<{ of: Bill; ticket: WireTicket } | null>(null)
  const view = useMemo((): BillView => {
    if (loaded.state !== 'ready') return loaded
    const { value: bill, refreshing } = loaded
    if (bill === null || refreshing) return { state: 'loading' }
    const isRepriced = bill.ticket !== null && repriced?.of === bill
    return { state: 'ready', bill: isRepriced ? { ...bill, ticket: repriced.ticket } : bill }
  }, [loaded, repriced])
  const setTicket = (ticket: WireTicket) => {
    keepTicket(ticket)
    if (loaded.state === 'ready' && loaded.value !== null) setRepriced({ of: loaded.value, ticket })
  }
  const reload = () => {
    dismissErrorNotices()
    loadAgain()
  }
  return { view, reload, setTicket }
}

type Wanted = { code: string; token: string | undefined; chosen: Method | undefined; keepsCode: boolean }

/** Null where another screen was opened. */
async function loadBill(wanted: Wanted, subjectOf: SubjectOf, signal: AbortSignal): Promise<Bill | null> {
  const { code, token, chosen, keepsCode } = wanted
  const known = token === undefined ? null : await readOpenPayment(code, token, signal)
  if (known?.mine === false) return leaveForPayment(known, false)
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
  if (payment && !isOpen) return leaveForPayment(payment, isPaid(payment.state))
  if (!canPayTicket(ticket)) {
    replaceWith('ticket.value', { query: { ticket: code } })
    return null
  }
  const isEnough =
    !missing.all && ((chosen !== undefined && methods[chosen].payer === 'name') || payment !== null)
  if (missing.cardDataScreen !== null && !isEnough) {
    notify(paymentFailures.payer_missing, 'warning')
    replaceWith(missing.cardDataScreen, { query: { ticket: code, method: chosen } })
    return null
  }
  return { ticket, payment, cardDataScreen: missing.cardDataScreen }
}

function leaveForPayment(payment: OwnOrForeignTransaction, isDone: boolean): null {
  replaceWith(isDone ? 'payment.done' : payScreenOf(payment), { params: { token: payment.ws_token } })
  return null
}

const isHold = (payment: { destination: number }) => captureTermsOf(payment).captureMode === 'hold'

async function loadHoldBill(payment: WireTransaction, subject: SubjectDisplay): Promise<Bill | null> {
  const { isDone, endedNotice } = subject
  await waitForSessionOrNull()
  const isOpen = payment.state === 'created' || isAuthenticating(payment)
  if (isOpen && !isDone && endedNotice === null) return { ticket: null, payment, cardDataScreen: null }
  return leaveForPayment(payment, isDone)
}

type FoundPayment = OwnOrForeignTransaction | null

/** Null for a transaction of another ticket. Another account's is answered for a reservation only. */
async function readOpenPayment(code: string, token: string, signal: AbortSignal): Promise<FoundPayment> {
  try {
    const { data } = await call(readTransaction, { params: { token }, signal })
    const open = can('becomePaid', data.state) && data.state !== 'cancelled' && data.state !== 'expired'
    recordPayment(data)
    if (data.ticket_code !== code) return null
    if (data.mine === false) return isHold(data) ? data : null
    if (open || isPaid(data.state) || isHold(data)) return data
    forgetPayment(code)
    return null
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 404) return null
    throw failure
  }
}

type MissingData = { all: boolean; cardDataScreen: PayerScreen | null }

/** After a failing call nothing counts as missing: `pay` reports it later. */
async function findMissingPayerData(code: string, signal: AbortSignal): Promise<MissingData> {
  try {
    const asked = { query: { ticket_code: code }, signal }
    const [account, address] = await Promise.all([call(getAccount, asked), call(getAddress, asked)])
    if (account.data === null || account.data.draft) return { all: true, cardDataScreen: 'ticket.account' }
    // A Pix payer may lack data that a card's acquirer needs.
    if (account.data.email === '' || account.data.phone === '')
      return { all: false, cardDataScreen: 'ticket.account' }
    const hasAddress = address.data !== null && !address.data.draft
    return { all: false, cardDataScreen: hasAddress ? null : 'ticket.personAddress' }
  } catch (failure) {
    if (failure instanceof CallFailure) return { all: false, cardDataScreen: null }
    throw failure
  }
}
