import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { batchedRead } from '#kit/server/db/query/batchedRead.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'
import type { Payment } from '#payment/server/store.ts'

export type Charge = Pick<
  Attempt,
  'card_brand' | 'card_last_digits' | 'payment_type' | 'nsu' | 'authorisation_code' | 'end_to_end_id'
>

export async function chargeOf(db: Db, attemptId: number): Promise<{ payment: Payment; charge: Charge }> {
  const row = await readCharge(db, { attemptId })
  if (!row) throw new Error(`there is no attempt ${attemptId}`)
  const { brand, digits, type, nsu, code, end_to_end: endToEnd, ...payment } = row
  const card = { card_brand: brand, card_last_digits: digits, payment_type: type }
  return { payment, charge: { ...card, nsu, authorisation_code: code, end_to_end_id: endToEnd } }
}

type Row = Payment & {
  brand: string | null
  digits: string | null
  type: number
  nsu: string | null
  code: string | null
  end_to_end: string | null
}

/** Batched: receipts are sent several at a time. */
const readCharge = batchedRead<{ attemptId: number }, Row>(
  { attemptId: 'bigint' },
  (asked) => sql`
    select payment.*, attempt.card_brand as brand, attempt.card_last_digits as digits, attempt.payment_type as type,
      attempt.nsu, attempt.authorisation_code as code, attempt.end_to_end_id as end_to_end
    from attempt join payment on payment.id = attempt.payment_id where attempt.id = ${asked('attemptId')}`,
)
