import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'
import { isAwaiting, isInFlight } from '../paymentState.ts'
import type { PaymentState } from '../paymentState.ts'
import { findSent, isUnderWay } from './known/sent.ts'

/** A pay call whose answer never came: how many attempts were left before it, how often we have looked since. */
export type Doubt = {
  readonly attemptsLeft: number
  readonly looks: number
  /** A refusal that does not answer the attempt by itself: it is said once the payment shows no attempt. */
  readonly refusal?: { readonly reason: string; readonly left: WayForward }
}

/** So many looks without a trace of the attempt mean that it never reached the server. */
const looksEnough = 3
/** The server has read what it refused: nothing of it is on its way any more. */
const looksBeforeRefusal = looksEnough - 1

export type Judged = { doubt: Doubt | null; reason: string | null; left: WayForward }

/** The doubt after a `pay` of this payment that brought no definite answer. */
export function beginDoubt(attemptsLeft: number, refusal: Doubt['refusal']): Doubt {
  return refusal ? { attemptsLeft, looks: looksBeforeRefusal, refusal } : { attemptsLeft, looks: 0 }
}

export const lostText =
  'A conexão caiu antes de o pagamento chegar ao banco. Nada foi cobrado: confira os dados e pague de novo.'

/** What a fresh look at the payment makes of a doubt. Pure. */
export function judge(doubt: Doubt, payment: WireTransaction): Judged {
  const { state, attempts_left, reason } = payment
  if (state !== 'created' || attempts_left < doubt.attemptsLeft) return { doubt: null, reason, left: 'here' }
  const looks = doubt.looks + 1
  if (looks < looksEnough) return { doubt: { ...doubt, looks }, reason: null, left: 'here' }
  return { doubt: null, ...(doubt.refusal ?? { reason: lostText, left: 'here' }) }
}

/** The same, but while this page itself waits for the call, no look counts. */
export function judgeNow(doubt: Doubt, payment: WireTransaction): Judged {
  return judge(isUnderWay(payment.ws_token) ? { ...doubt, looks: -1 } : doubt, payment)
}

/** The doubt that a page or screen before this one left about this payment. */
export function doubtLeft(payment: WireTransaction): Doubt | null {
  const sent = findSent(payment.ws_token)
  return sent && { attemptsLeft: sent.attemptsLeft, looks: 0 }
}

/** States in which the screen waits for the bank by itself. */
export function isConfirming(state: PaymentState): boolean {
  return state === 'authorised' || (isInFlight(state) && !isAwaiting(state))
}
