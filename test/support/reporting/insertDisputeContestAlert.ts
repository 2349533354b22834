import { sql } from 'kysely'
import type { TestPortal } from '../portal.ts'

/** Their ids. */
type InsertedIds = { dispute: string; contest: string; alert: string }

/** Inserts a dispute and a contest of a payment, and an alert of its lot, as their flows do. */
export async function insertDisputeContestAlert(
  { db, clock }: TestPortal,
  lot: number,
  token: string,
): Promise<InsertedIds> {
  const now = clock.now()
  const { rows } = await sql<InsertedIds>`
    with event as (
      insert into sale_event (payment_id, attempt_id, kind, number, amount_cents, at)
      select payment.id, attempt.id, 'chargeback', ${`D${lot}`}, 100, ${now}
      from payment join attempt on attempt.payment_id = payment.id where token = ${token} returning id, payment_id
    ), opened as (
      insert into dispute (sale_event_id, payment_id, kind, amount_cents, notified_at, changed_at)
      select id, payment_id, 'chargeback', 100, ${now}, ${now} from event returning id
    ), objected as (
      insert into contest (payment_id, reason, opened_at, answer_by_at)
      select payment_id, 'other', ${now}, ${now} from event returning id
    ), warned as (
      insert into alert (kind, lot_id, ref, text, since, raised_at)
      values ('lot_full', ${lot}, '', 'Lotado', ${now}, ${now}) returning id
    )
    select opened.id::text as dispute, objected.id::text as contest, warned.id::text as alert
    from opened, objected, warned`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`no payment ${token}`)
  return found
}
