import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { terms } from '../../method.ts'
import { findPayment, type Payment } from '../store.ts'

/** Who shows a payment's token. */
export type Bearer = { readonly token: string; readonly userId: number | null }

/** In place of the session of a payment whose owner has erased their account: nobody's. */
export const erasedSession = 'erased-'

/** Whether the payment is an account's, or was until that was erased: nobody reserves without one. */
export function hasOwner(payment: Pick<Payment, 'user_id' | 'session_hash' | 'destination'>): boolean {
  if (payment.user_id !== null || payment.destination === terms.hold.destination) return true
  return payment.session_hash.startsWith(erasedSession)
}

/** Whether the payment belongs to an account that this bearer is not signed in to, erased ones among them. */
export function isForeign(payment: Payment, { userId }: Pick<Bearer, 'userId'>): boolean {
  return hasOwner(payment) && (payment.user_id === null || payment.user_id !== userId)
}

/** The payment whose token somebody bears; one that has an owner, for that owner only. Throws `not_found`. */
export async function paymentOfBearer(db: Db, bearer: Bearer): Promise<Payment> {
  const payment = await findPayment(db, bearer.token)
  if (!payment || isForeign(payment, bearer)) throw fail('not_found')
  return payment
}
