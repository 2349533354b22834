import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { findPayment, type Payment } from '../store.ts'

/** Who shows a payment's token. */
export type Bearer = { readonly token: string; readonly userId: number | null }

/** Whether the payment belongs to an account that this bearer is not signed in to. */
export function isForeign(payment: Payment, { userId }: Pick<Bearer, 'userId'>): boolean {
  return payment.user_id !== null && payment.user_id !== userId
}

/** The payment whose token somebody bears; one that has an owner, for that owner only. Throws `not_found`. */
export async function paymentOfBearer(db: Db, bearer: Bearer): Promise<Payment> {
  const payment = await findPayment(db, bearer.token)
  if (!payment || isForeign(payment, bearer)) throw fail('not_found')
  return payment
}
