import { forgetPayment, readCustomer, setPayment } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { showSuccessTick } from '#kit/web/notice/Overlays.tsx'
import type { ForeignTransaction, OwnOrForeignTransaction, WireTransaction } from '../../contract.ts'
import { captureTermsOf } from '../../method/captureTerms.ts'
import { isPaid } from '../../paymentState.ts'
import { compareReceiptAge, isDefiniteState, isRequestOver } from '../../local/paymentDisplay.ts'
import { storeOpenPix } from './storedPix.ts'
import { deleteReceipts, storeReceipt } from './storedReceipts.ts'
import { clearSentPayment, clearSentPayments, findSentPayment } from './sentPayments.ts'
import { findPaymentToken } from './useLocalPayment.ts'

/** Records a payment's state before it is shown (docs/spec.md#r27). */
export function recordPayment(payment: OwnOrForeignTransaction): void {
  const { ws_token: token, state } = payment
  const isForeign = payment.mine === false
  const sent = findSentPayment(token)
  const isRefused = sent !== null && !isForeign && payment.attempts_left < sent.attemptsLeft
  if (sent && isDefiniteState(state, isRefused, sent.isAuthenticated)) clearSentPayment(token)
  storeOpenPix(payment)
  if (isForeign) forgetForeignPayment(payment)
  else setPayment(payment)
  if (isPaid(state) && captureTermsOf(payment).captureMode === 'capture') {
    if (!isForeign) storePaidReceipt(payment)
  } else if (isDefiniteState(state, true)) {
    const deletedId = sha256(token)
    const isBeyondCreated = state !== 'created'
    deleteReceipts(
      ({ answeredAt }, id) =>
        id === deletedId &&
        (isBeyondCreated || compareReceiptAge(answeredAt, payment.server_now) === 'older'),
    )
  }
}

/** The ticket can be paid with another payment, unless a `pay` of this one is unanswered. */
function forgetForeignPayment({ ws_token: token, ticket_code: code }: ForeignTransaction): void {
  if (findSentPayment(token) === null && readCustomer(code).payment?.ws_token === token) forgetPayment(code)
}

function storePaidReceipt(payment: WireTransaction): void {
  const { ws_token, ticket_code, valueHuman, ticket_dt_exit, time_zone, server_now, calendar } = payment
  const receipt = {
    ticketCode: ticket_code,
    valueHuman,
    exitDeadline: ticket_dt_exit,
    timeZone: time_zone,
    answeredAt: server_now,
    lot: calendar?.lot ?? readCustomer(ticket_code).ticket?.lot,
    calendarId: calendar?.id,
    paidAt: calendar?.from,
  }
  if (storeReceipt(ws_token, receipt, payment.has_user ? 'person' : 'guest')) showSuccessTick()
}

type LookedUpTicket = {
  code: string
  state: string
  server_now: string
  own_in_flight?: boolean | undefined
  blocked_by?: string | null | undefined
}

/** Ends what a newer look-up of the ticket contradicts (docs/decisions/0024-look-up-ends-silence.md). */
export function recordTicketLookUp(ticket: LookedUpTicket): void {
  const isAtBank = ticket.own_in_flight === true || ticket.blocked_by === 'payment_in_flight'
  if (!isAtBank)
    clearSentPayments(
      ({ id, ticketCode, sentAt }) =>
        ticketCode === ticket.code &&
        findPaymentToken(id, ticketCode) === null &&
        isRequestOver(sentAt, ticket.server_now),
    )
  if (ticket.state === 'paid') return
  deleteReceipts(
    ({ ticketCode, answeredAt }) =>
      ticketCode === ticket.code && compareReceiptAge(answeredAt, ticket.server_now) === 'older',
  )
}
