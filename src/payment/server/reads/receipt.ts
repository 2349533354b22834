import type { Db } from '#db/schema.ts'
import type { Attempt, Payment } from '../store.ts'

/** What a receipt says of the attempt that took the money. */
export type Charge = Pick<
  Attempt,
  'card_brand' | 'card_last_digits' | 'payment_type' | 'nsu' | 'authorisation_code' | 'end_to_end_id'
>

/** The payment of an attempt, with what its receipt says of the attempt. */
export async function chargeOf(db: Db, attemptId: number): Promise<{ payment: Payment; charge: Charge }> {
  const { brand, digits, type, nsu, code, endToEnd, ...payment } = await db
    .selectFrom('payment')
    .innerJoin('attempt', 'attempt.payment_id', 'payment.id')
    .selectAll('payment')
    .select([
      'attempt.card_brand as brand',
      'attempt.card_last_digits as digits',
      'attempt.payment_type as type',
      'attempt.nsu',
      'attempt.authorisation_code as code',
      'attempt.end_to_end_id as endToEnd',
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const card = { card_brand: brand, card_last_digits: digits, payment_type: type }
  return { payment, charge: { ...card, nsu, authorisation_code: code, end_to_end_id: endToEnd } }
}
