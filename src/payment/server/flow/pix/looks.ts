import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Attempt } from '../../store.ts'

/** Takes the next look at a payment's open code, unless somebody had one since `before`; null then. */
export async function claimLook(
  db: Db,
  paymentId: number,
  { now, before }: { now: Date; before: Date },
): Promise<Attempt | null> {
  const claimed = await db
    .updateTable('attempt')
    .set({ looked_at: now })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'challenged')
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<=', before)]))
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}

/** Takes the next look at each of these codes, but those that somebody had since its `before`, in one statement. */
export async function claimLooks(
  db: Db,
  { looks, now }: { looks: readonly { attemptId: number; before: Date }[]; now: Date },
): Promise<Attempt[]> {
  const ids = looks.map(({ attemptId }) => attemptId)
  const befores = looks.map(({ before }) => before)
  return db
    .updateTable('attempt')
    .from(
      sql<{ id: number; before: Date }>`unnest(${ids}::bigint[], ${befores}::timestamptz[])`.as<'look'>(
        sql`look (id, before)`,
      ),
    )
    .set({ looked_at: now })
    .whereRef('attempt.id', '=', 'look.id')
    .where('attempt.state', 'in', ['challenged', 'abandoned'])
    .where(sql<boolean>`(looked_at is null or looked_at <= look.before)`)
    .returningAll('attempt')
    .execute()
}

/** Their bank says nothing: no look is taken at these codes until then. */
export async function lookAgainAfter(db: Db, attemptIds: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ looked_at: at })
    .where(sql<boolean>`id = any(${[...attemptIds]}::bigint[])`)
    .where('state', 'in', ['challenged', 'abandoned'])
    .execute()
}
