import { sql } from 'kysely'
import { conflicts } from '#kit/server/db/transaction.ts'
import type { TestPortal } from '../portal.ts'
import { until } from '../process.ts'

type Database = TestPortal['db']

/**
 * Locks what `statement` locks, in a session of its own, so that a race always runs the same way. `waiting` waits until
 * so many sessions of this database wait for any lock; `lift` releases it.
 */
export async function holdLock(db: Database, statement: string) {
  const { promise: lifted, resolve: lift } = Promise.withResolvers<void>()
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const done = db.transaction().execute(async (db) => {
    await sql.raw(statement).execute(db)
    take()
    await lifted
  })
  await Promise.race([taken, done])
  return {
    waiting: (count: number) => waitForWaiters(db, count),
    lift: async () => {
      lift()
      await done
    },
  }
}

/** Waits until so many sessions of this database wait for any lock. */
export async function waitForWaiters(db: Database, count: number): Promise<void> {
  await until(`${count} waiting`, async () => (await waiters(db)) === count)
}

async function waiters(db: Database): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** How many serialisation conflicts occurred in this process during `work`, retried or not. */
export async function countConflicts(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const note = () => {
    count += 1
  }
  conflicts.subscribe(note)
  try {
    await work()
  } finally {
    conflicts.unsubscribe(note)
  }
  return count
}
