import type { CallFailure } from '#kit/web/failure.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import type { WireTransaction } from '../contract.ts'
import { captureTermsOf } from '../method/captureTerms.ts'
import { methodRow } from '../method/method.ts'

/** Whether a call was refused because the login of this page has ended (docs/spec.md#r26). */
export function hasLoginEnded({ code, data }: CallFailure): boolean {
  if (code !== 'session_changed') return false
  return typeof data === 'object' && data !== null && 'user' in data && data.user === null
}

/** A reservation needs its account. Called after `hasLoginEnded`. */
export async function continueAsGuest(
  payment: Pick<WireTransaction, 'ticket_code' | 'destination' | 'payment_type'>,
): Promise<void> {
  await waitForSessionOrNull()
  if (captureTermsOf(payment).captureMode === 'hold') return replaceWith('login')
  const query = { ticket: payment.ticket_code, method: methodRow(payment.payment_type).name }
  replaceWith('ticket.account', { query })
}
