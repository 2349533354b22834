import type { Selectable } from 'kysely'
import type { Db, ReminderTable, Tx } from '#db/schema.ts'
import type { Sealed } from '#kit/server/seal.ts'

export type StoredReminder = Selectable<ReminderTable>

type NewReminder = { paymentId: number; endpointHash: string; sealed: Sealed; expiresAt: Date; now: Date }

/** A device that is kept already keeps its row. */
export async function upsertReminder(tx: Tx, reminder: NewReminder): Promise<number> {
  const { sealed, expiresAt } = reminder
  const kept = { sealed: sealed.text, key_id: sealed.keyId, expires_at: expiresAt }
  const { id } = await tx
    .insertInto('reminder')
    .values({
      ...kept,
      payment_id: reminder.paymentId,
      endpoint_hash: reminder.endpointHash,
      created_at: reminder.now,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'endpoint_hash']).doUpdateSet(kept))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Forgets all but the newest `count` devices of a payment. */
export async function deleteOlderReminders(tx: Tx, paymentId: number, count: number): Promise<void> {
  const newest = tx
    .selectFrom('reminder')
    .select('id')
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(count)
  await tx.deleteFrom('reminder').where('payment_id', '=', paymentId).where('id', 'not in', newest).execute()
}

export async function findReminder(db: Db, id: number): Promise<StoredReminder | undefined> {
  return db.selectFrom('reminder').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateReminder(
  db: Db,
  id: number,
  change: Partial<Pick<StoredReminder, 'reminded_until_at' | 'expires_at'>>,
): Promise<void> {
  await db.updateTable('reminder').set(change).where('id', '=', id).execute()
}

export async function deleteReminder(db: Db, id: number): Promise<void> {
  await db.deleteFrom('reminder').where('id', '=', id).execute()
}

/** Of all devices without `endpointHash`; returns how many. */
export async function deleteRemindersOf(db: Db, paymentId: number, endpointHash?: string): Promise<number> {
  const all = db.deleteFrom('reminder').where('payment_id', '=', paymentId)
  const chosen = endpointHash === undefined ? all : all.where('endpoint_hash', '=', endpointHash)
  return Number((await chosen.executeTakeFirst()).numDeletedRows)
}
