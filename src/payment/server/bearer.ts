import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { captureTerms } from '../method/captureTerms.ts'
import { findPayment, type Payment } from './store.ts'

export type Bearer = { readonly token: string; readonly userId: number | null }

export const erasedSessionPrefix = 'erased-'

/** Whether the payment belongs to an account, possibly erased. */
export function hasOwner(payment: Pick<Payment, 'user_id' | 'session_hash' | 'destination'>): boolean {
  if (payment.user_id !== null || payment.destination === captureTerms.hold.destination) return true
  return payment.session_hash.startsWith(erasedSessionPrefix)
}

export function isForeign(payment: Payment, { userId }: Pick<Bearer, 'userId'>): boolean {
  return hasOwner(payment) && (payment.user_id === null || payment.user_id !== userId)
}

/** The payment of a token; with an owner, only for that owner. Throws `not_found`. */
export async function getPaymentOfBearer(db: Db, bearer: Bearer): Promise<Payment> {
  const payment = await findPayment(db, bearer.token)
  if (!payment || isForeign(payment, bearer)) throw fail('not_found')
  return payment
}
