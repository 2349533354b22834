import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'
import { isAwaiting, isInFlight, type PaymentState } from '../paymentState.ts'
import { findSentPayment, isRequestPending } from './local/sentPayments.ts'

/** A `pay` whose outcome this page does not know yet. */
export type UnconfirmedPay = {
  readonly attemptsLeft: number
  readonly isAuthenticated?: boolean | undefined
  readonly queries: number
  readonly refusal?: { readonly reason: string; readonly way: WayForward }
}

/** After so many queries that show no attempt, the call counts as never received by the server. */
const maxQueries = 3

type QueryResult = { unconfirmed: UnconfirmedPay | null; reason: string | null; way: WayForward }

export const requestLostText =
  'A conexão caiu antes de o pagamento chegar ao banco. Nada foi cobrado: confira os dados e pague de novo.'

/** After an indefinite refusal, one query without an attempt confirms the refusal. */
export function startUnconfirmedPay(
  attemptsLeft: number,
  refusal: UnconfirmedPay['refusal'],
  isAuthenticated?: boolean,
): UnconfirmedPay {
  return refusal
    ? { attemptsLeft, isAuthenticated, queries: maxQueries - 1, refusal }
    : { attemptsLeft, isAuthenticated, queries: 0 }
}

/** Queries do not count while this page waits for the call. */
export function evaluateQuery(pay: UnconfirmedPay, payment: WireTransaction): QueryResult {
  const { state, attempts_left, reason, ws_token } = payment
  const isOpen = state === 'created' || (pay.isAuthenticated === true && state === 'awaiting_cardholder')
  if (!isOpen || (state === 'created' && attempts_left < pay.attemptsLeft))
    return { unconfirmed: null, reason, way: 'retry' }
  const queries = isRequestPending(ws_token) ? 0 : pay.queries + 1
  if (queries < maxQueries) return { unconfirmed: { ...pay, queries }, reason: null, way: 'retry' }
  return { unconfirmed: null, ...(pay.refusal ?? { reason: requestLostText, way: 'retry' }) }
}

export function restoreUnconfirmedPay(payment: WireTransaction): UnconfirmedPay | null {
  const sent = findSentPayment(payment.ws_token)
  return sent && startUnconfirmedPay(sent.attemptsLeft, undefined, sent.isAuthenticated)
}

export function isConfirming(state: PaymentState): boolean {
  return state === 'authorised' || (isInFlight(state) && !isAwaiting(state))
}
