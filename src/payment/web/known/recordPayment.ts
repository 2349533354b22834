import { forgetPayment, readCustomer, setPayment } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { showSuccessTick } from '#kit/web/notice/Overlays.tsx'
import type { ForeignTransaction, SeenTransaction, WireTransaction } from '../../contract.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { isPaid } from '../../paymentState.ts'
import { ageOf, isDefinite, isOverSince } from '../../known/paymentDisplay.ts'
import { recordOpenPix } from './openPix.ts'
import { dropReceipts, keepReceipt } from './receipts.ts'
import { clearSent, clearSentWhere, findSent } from './sent.ts'
import { tokenOf } from './useKnown.ts'

/** Records a payment's state before it is shown (docs/spec.md#r27). */
export function recordPayment(payment: SeenTransaction): void {
  const { ws_token: token, state } = payment
  const isForeign = payment.mine === false
  const sent = findSent(token)
  if (sent && isDefinite(state, !isForeign && payment.attempts_left < sent.attemptsLeft)) clearSent(token)
  recordOpenPix(payment)
  if (isForeign) dropForeign(payment)
  else setPayment(payment)
  if (isPaid(state) && termsOf(payment).take === 'capture') {
    if (!isForeign) keepPaid(payment)
  } else if (isDefinite(state, true)) {
    const gone = sha256(token)
    const isNews = state !== 'created'
    dropReceipts(
      ({ answeredAt }, id) => id === gone && (isNews || ageOf(answeredAt, payment.server_now) === 'older'),
    )
  }
}

/** The ticket can be paid with another payment, unless a `pay` of this one is unanswered. */
function dropForeign({ ws_token: token, ticket_code: code }: ForeignTransaction): void {
  if (findSent(token) === null && readCustomer(code).payment?.ws_token === token) forgetPayment(code)
}

function keepPaid(payment: WireTransaction): void {
  const { ws_token, ticket_code, valueHuman, ticket_dt_exit, time_zone, server_now } = payment
  const receipt = {
    ticketCode: ticket_code,
    valueHuman,
    exitDeadline: ticket_dt_exit,
    timeZone: time_zone,
    answeredAt: server_now,
    lot: readCustomer(ticket_code).ticket?.lot,
  }
  if (keepReceipt(ws_token, receipt, payment.has_user ? 'person' : 'guest')) showSuccessTick()
}

type SeenTicket = {
  code: string
  state: string
  server_now: string
  own_in_flight?: boolean | undefined
  blocked_by?: string | null | undefined
}

/** Ends what a newer look-up of the ticket contradicts (docs/decisions/0024-look-up-ends-silence.md). */
export function recordSeenTicket(ticket: SeenTicket): void {
  const isAtBank = ticket.own_in_flight === true || ticket.blocked_by === 'payment_in_flight'
  if (!isAtBank)
    clearSentWhere(
      ({ id, ticketCode, sentAt }) =>
        ticketCode === ticket.code &&
        tokenOf(id, ticketCode) === null &&
        isOverSince(sentAt, ticket.server_now),
    )
  if (ticket.state === 'paid') return
  dropReceipts(
    ({ ticketCode, answeredAt }) =>
      ticketCode === ticket.code && ageOf(answeredAt, ticket.server_now) === 'older',
  )
}
