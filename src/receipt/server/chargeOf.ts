import type { Db } from '#db/schema.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'
import { paymentById } from '#payment/server/store.ts'

const columns = [
  'card_brand',
  'card_last_digits',
  'payment_type',
  'nsu',
  'authorisation_code',
  'end_to_end_id',
] as const

export type Charge = Pick<Attempt, (typeof columns)[number]>

export async function chargeOf(db: Db, attemptId: number) {
  const attempt = db.selectFrom('attempt').select(columns).select('payment_id').where('id', '=', attemptId)
  const { payment_id: paymentId, ...charge } = await attempt.executeTakeFirstOrThrow()
  return { payment: await paymentById(db, paymentId), charge }
}
