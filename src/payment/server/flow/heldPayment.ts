import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { findPayment, type Payment } from '../store.ts'

/** Who shows a payment's token. */
export type Holder = { readonly token: string; readonly userId: number | null }

/** Whether the payment belongs to an account that this holder is not signed in to. */
export function isForeign(payment: Payment, { userId }: Holder): boolean {
  return payment.user_id !== null && payment.user_id !== userId
}

/** The payment of whoever holds its token; one that has an owner, for that owner only. Throws `not_found`. */
export async function heldPayment(db: Db, holder: Holder): Promise<Payment> {
  const payment = await findPayment(db, holder.token)
  if (!payment || isForeign(payment, holder)) throw fail('not_found')
  return payment
}
