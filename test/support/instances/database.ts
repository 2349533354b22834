import { sql } from 'kysely'
import { openWithoutMigrating } from '#app/server/database.ts'
import type { Db } from '#db/schema.ts'
import { expectInvariants } from '../invariants.ts'

type Where = { databaseUrl: string | null; dataDir: string | null }

/** Opens the database of an instance, and closes it after the work. */
export async function withDatabase<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openWithoutMigrating(where, () => {})
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Ends the leases of processes that were killed; the database's own clock measures them, which no test moves. */
export async function expireLeases(db: Db): Promise<void> {
  for (const change of [
    'job set lease_until_at = null where lease_until_at is not null',
    'refund set claimed_until_at = statement_timestamp() where claimed_until_at is not null',
    `attempt set not_found_at = not_found_at - interval '1 day' where not_found_at is not null`,
  ])
    await sql.raw(`update ${change}`).execute(db)
}

/** Compares our ledger with the acquirer's and the bank's, once the instances have stopped; throws what differs. */
export function compareLedgers(
  where: Where,
  books: Omit<Parameters<typeof expectInvariants>[0], 'db' | 'runJobs'>,
): Promise<void> {
  return withDatabase(where, (db) => expectInvariants({ db, ...books, runJobs: async () => 0 }))
}
