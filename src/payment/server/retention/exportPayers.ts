import { consentsOfPayments } from '#account/server/consents.ts'
import type { Db } from '#db/schema.ts'
import type { OwnPayer } from '../../contract.ts'
import { attemptsOfAll } from '../attempt/attempts.ts'
import { wireOwnPayer } from './view.ts'

/** What was given to pay with, payment by payment, those that took nothing among them; newest first (LGPD art. 18). */
export async function exportPayers(db: Db, userId: number): Promise<OwnPayer[]> {
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('payer', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const ids = payments.map(({ id }) => id)
  const consents = new Map(
    (await consentsOfPayments(db, ids)).map((consent) => [consent.payment_id, consent]),
  )
  const attempts = Map.groupBy(await attemptsOfAll(db, ids), ({ payment_id }) => payment_id)
  return payments.map((payment) =>
    wireOwnPayer(payment, attempts.get(payment.id) ?? [], consents.get(payment.id)?.at ?? payment.agreed_at),
  )
}
