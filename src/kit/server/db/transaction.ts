import type { Kysely } from 'kysely'
import { insideTransaction, refuseNested } from './lease.ts'

/**
 * Runs `work` in one transaction; commits when it resolves, rolls back when it throws. The callback's `db`
 * shadows the outer one on purpose. Throws at once when a transaction is already open on this path.
 */
export async function transaction<S, T>(db: Kysely<S>, work: (db: Kysely<S>) => Promise<T>): Promise<T> {
  refuseNested()
  return db.transaction().execute((inner) => insideTransaction(() => work(inner)))
}

/** Unique violation of the named index or constraint (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === constraint
  )
}
