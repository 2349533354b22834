import { randomInt } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isConflict } from './lost.ts'
import { tellWritten, writeTheLast } from './bundle.ts'
import { insideTransaction, markOfOpen, refuseNested } from './lease.ts'

/** Told of every transaction that stood in another's way, whether it is done again or not: tests want none. */
export const conflicts = channel('guiche:conflict')

/** How often work is tried whose transaction the database ended in favour of another's. */
const tries = 3

/**
 * Runs `work` in one transaction; commits when it resolves, rolls back when it throws. The callback's `db`
 * shadows the outer one on purpose. Throws at once when a transaction is already open on this path.
 * Work that stood in another's way (`isConflict`) has left nothing behind and is done again after a moment, in which
 * the other goes on: so it changes nothing but the database.
 */
export async function transaction<S, T>(db: Kysely<S>, work: (db: Kysely<S>) => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await transactionOnce(db, work)
    } catch (error) {
      if (!isConflict(error)) throw error
      conflicts.publish(error)
      if (left === 0) throw error
      await wait(randomInt(20, 120))
    }
  }
}

/** As `transaction`, for work that reaches beyond the database, as reading or writing a file: never done again. */
export async function transactionOnce<S, T>(db: Kysely<S>, work: (db: Kysely<S>) => Promise<T>): Promise<T> {
  refuseNested()
  let names: ReadonlySet<string> = new Set()
  const result = await db.transaction().execute((inner) =>
    insideTransaction(async () => {
      const result = await work(inner)
      await writeTheLast()
      names = markOfOpen()?.news ?? names
      return result
    }),
  )
  tellWritten(db, names)
  return result
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
