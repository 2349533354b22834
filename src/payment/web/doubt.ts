import type { WayForward } from '#checkout/wayForward.ts'
import type { WireTransaction } from '../contract.ts'
import { isAwaiting, isInFlight, type PaymentState } from '../paymentState.ts'
import { findSent, isUnderWay } from './known/sent.ts'

export type Doubt = {
  readonly attemptsLeft: number
  readonly looks: number
  readonly refusal?: { readonly reason: string; readonly way: WayForward }
}

/** Queries without an attempt after which the call never reached the server. */
const looksEnough = 3
const looksBeforeRefusal = looksEnough - 1

type Judged = { doubt: Doubt | null; reason: string | null; way: WayForward }

export function beginDoubt(attemptsLeft: number, refusal: Doubt['refusal']): Doubt {
  return refusal ? { attemptsLeft, looks: looksBeforeRefusal, refusal } : { attemptsLeft, looks: 0 }
}

export const lostText =
  'A conexão caiu antes de o pagamento chegar ao banco. Nada foi cobrado: confira os dados e pague de novo.'

export function judge(doubt: Doubt, payment: WireTransaction): Judged {
  const { state, attempts_left, reason } = payment
  if (state !== 'created' || attempts_left < doubt.attemptsLeft) return { doubt: null, reason, way: 'retry' }
  const looks = doubt.looks + 1
  if (looks < looksEnough) return { doubt: { ...doubt, looks }, reason: null, way: 'retry' }
  return { doubt: null, ...(doubt.refusal ?? { reason: lostText, way: 'retry' }) }
}

/** Queries do not count while this page waits for the call. */
export function judgeNow(doubt: Doubt, payment: WireTransaction): Judged {
  return judge(isUnderWay(payment.ws_token) ? { ...doubt, looks: -1 } : doubt, payment)
}

export function doubtLeft(payment: WireTransaction): Doubt | null {
  const sent = findSent(payment.ws_token)
  return sent && { attemptsLeft: sent.attemptsLeft, looks: 0 }
}

export function isConfirming(state: PaymentState): boolean {
  return state === 'authorised' || (isInFlight(state) && !isAwaiting(state))
}
