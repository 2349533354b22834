import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import type { WireTransaction } from '../contract.ts'
import { isAwaiting, isInFlight } from '../paymentState.ts'
import type { PaymentState } from '../paymentState.ts'

/** A pay call whose answer never came: how many attempts were left before it, how often we have looked since. */
export type Doubt = { readonly attemptsLeft: number; readonly looks: number }

/** So many looks without a trace of the attempt mean that it never reached the server. */
const looksEnough = 3

export type Judged = { doubt: Doubt | null; reason: string | null }

export const lostText =
  'A conexão caiu antes de o pagamento chegar ao banco. Nada foi cobrado: confira os dados e pague de novo.'

/** What a fresh look at the payment makes of a doubt. Pure. */
export function judge(doubt: Doubt, payment: WireTransaction): Judged {
  if (payment.state !== 'created') return { doubt: null, reason: payment.reason }
  if (payment.attempts_left < doubt.attemptsLeft) return { doubt: null, reason: payment.reason }
  const looks = doubt.looks + 1
  if (looks >= looksEnough) return { doubt: null, reason: lostText }
  return { doubt: { ...doubt, looks }, reason: null }
}

const name = 'sent'

/**
 * PAGAR goes out: kept for this tab until it is answered, for the page may be loaded anew meanwhile, by an impatient person
 * or by a phone that is short of memory.
 */
export function noteSent({ ws_token, attempts_left }: WireTransaction): void {
  writeDraft(name, { token: ws_token, attempts: String(attempts_left) })
}

/** It was answered, or is known to have come to nothing. */
export function forgetSent(): void {
  writeDraft(name, {})
}

/** The doubt that a page before this one left about this payment. */
export function doubtLeft(payment: WireTransaction): Doubt | null {
  const { token, attempts } = readDraft(name)
  return token === payment.ws_token ? { attemptsLeft: Number(attempts), looks: 0 } : null
}

/** States in which the screen waits for the bank by itself. */
export function isConfirming(state: PaymentState): boolean {
  return state === 'authorised' || (isInFlight(state) && !isAwaiting(state))
}
