import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'
import { isAwaiting, isInFlight, type PaymentState } from '../paymentState.ts'
import { findSentPayment, isRequestPending } from './local/sentPayments.ts'

export type UnconfirmedPay = {
  readonly attemptsLeft: number
  readonly looks: number
  readonly refusal?: { readonly reason: string; readonly way: WayForward }
}

/** Queries without an attempt after which the call never reached the server. */
const maxQueries = 3
const queriesBeforeRefusal = maxQueries - 1

type QueryResult = { doubt: UnconfirmedPay | null; reason: string | null; way: WayForward }

export function startUnconfirmedPay(
  attemptsLeft: number,
  refusal: UnconfirmedPay['refusal'],
): UnconfirmedPay {
  return refusal ? { attemptsLeft, looks: queriesBeforeRefusal, refusal } : { attemptsLeft, looks: 0 }
}

export const requestLostText =
  'A conexão caiu antes de o pagamento chegar ao banco. Nada foi cobrado: confira os dados e pague de novo.'

export function evaluateQuery(doubt: UnconfirmedPay, payment: WireTransaction): QueryResult {
  const { state, attempts_left, reason } = payment
  if (state !== 'created' || attempts_left < doubt.attemptsLeft) return { doubt: null, reason, way: 'retry' }
  const looks = doubt.looks + 1
  if (looks < maxQueries) return { doubt: { ...doubt, looks }, reason: null, way: 'retry' }
  return { doubt: null, ...(doubt.refusal ?? { reason: requestLostText, way: 'retry' }) }
}

/** Queries do not count while this page waits for the call. */
export function evaluateCurrentQuery(doubt: UnconfirmedPay, payment: WireTransaction): QueryResult {
  return evaluateQuery(isRequestPending(payment.ws_token) ? { ...doubt, looks: -1 } : doubt, payment)
}

export function restoreUnconfirmedPay(payment: WireTransaction): UnconfirmedPay | null {
  const sent = findSentPayment(payment.ws_token)
  return sent && { attemptsLeft: sent.attemptsLeft, looks: 0 }
}

export function isConfirming(state: PaymentState): boolean {
  return state === 'authorised' || (isInFlight(state) && !isAwaiting(state))
}
