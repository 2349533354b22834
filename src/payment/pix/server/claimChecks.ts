import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import { sharedNow } from '#kit/server/db/leases.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'

export type CheckDeps = { readonly db: Db; readonly clock: Pick<SharedClock, 'fixed'> }

export async function claimChecks(
  { db, clock }: CheckDeps,
  checks: readonly { attemptId: number; eachMs: number }[],
): Promise<Attempt[]> {
  const ids = checks.map(({ attemptId }) => attemptId)
  const each = checks.map(({ eachMs }) => eachMs)
  return db
    .updateTable('attempt')
    .from(
      sql<{ id: number; each_ms: number }>`unnest(${ids}::bigint[], ${each}::integer[])`.as<'look'>(
        sql`look (id, each_ms)`,
      ),
    )
    .set({ looked_at: sharedNow(clock) })
    .whereRef('attempt.id', '=', 'look.id')
    .where('attempt.state', 'in', ['challenged', 'abandoned'])
    .where(
      sql<boolean>`(looked_at is null
        or looked_at <= ${sharedNow(clock)} - look.each_ms * interval '1 millisecond')`,
    )
    .returningAll('attempt')
    .execute()
}

export async function pauseChecks(
  { db, clock }: CheckDeps,
  attemptIds: readonly number[],
  ms: number,
): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ looked_at: sharedNow(clock, ms) })
    .where(sql<boolean>`id = any(${[...attemptIds]}::bigint[])`)
    .where('state', 'in', ['challenged', 'abandoned'])
    .execute()
}
