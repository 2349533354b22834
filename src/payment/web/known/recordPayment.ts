import { forgetPayment, readCustomer, setPayment } from '#checkout/web/customer.ts'
import { sha256 } from '#kit/text/sha256.ts'
import { showSuccessTick } from '#kit/web/notice/Overlays.tsx'
import type { ForeignTransaction, SeenTransaction, WireTransaction } from '../../contract.ts'
import { termsOf } from '../../method/captureTerms.ts'
import { isPaid } from '../../paymentState.ts'
import { ageOf, isDefinite } from '../../known/paymentDisplay.ts'
import { dropReceipts, keepReceipt } from './receipts.ts'
import { clearSent, findSent } from './sent.ts'

/** Records a payment's state before it is shown: customer, receipt, unanswered `pay` (docs/spec.md#r27). */
export function recordPayment(payment: SeenTransaction): void {
  const { ws_token: token, state } = payment
  const isForeign = payment.mine === false
  const sent = findSent(token)
  if (sent && isDefinite(state, !isForeign && payment.attempts_left < sent.attemptsLeft)) clearSent(token)
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

/** The ticket can be paid with another payment, unless a `pay` of this one is unanswered (docs/spec.md#r27). */
function dropForeign({ ws_token: token, ticket_code: code }: ForeignTransaction): void {
  if (findSent(token) === null && readCustomer(code).payment?.ws_token === token) forgetPayment(code)
}

/** The success tick is shown once. */
function keepPaid(payment: WireTransaction): void {
  const { ws_token, ticket_code, valueHuman, ticket_dt_exit, time_zone, server_now } = payment
  const receipt = {
    ticketCode: ticket_code,
    valueHuman,
    exitDeadline: ticket_dt_exit,
    timeZone: time_zone,
    answeredAt: server_now,
  }
  if (keepReceipt(ws_token, receipt, payment.has_user ? 'person' : 'guest')) showSuccessTick()
}

/** Drops a ticket's receipts that a newer look-up contradicts. */
export function recordSeenTicket(ticket: { code: string; state: string; server_now: string }): void {
  if (ticket.state === 'paid') return
  dropReceipts(
    ({ ticketCode, answeredAt }) =>
      ticketCode === ticket.code && ageOf(answeredAt, ticket.server_now) === 'older',
  )
}
