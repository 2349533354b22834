import { randomInt } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, Kysely } from 'kysely'
import { isConflict } from './lost.ts'
import { tellWritten, writeTheLast } from './bundle.ts'
import { type Farewell, insideTransaction, markOfOpen, refuseNested } from './lease.ts'

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

/**
 * As `transaction`; answers what `work` knows of the end once it has committed. Where it knows nothing (null) `last` is read
 * then, in the same way there and back where the transaction ends by a write.
 */
export async function transactionOrRead<S, T extends object, R>(
  db: Kysely<S>,
  last: CompiledQuery<R>,
  work: (db: Kysely<S>) => Promise<T | null>,
): Promise<{ known: T } | { rows: R[] }> {
  let farewell: Farewell = { asked: last, answer: null }
  const known = await transaction(db, async (inner) => {
    // Anew at each try.
    farewell = { asked: last, answer: null }
    const known = await work(inner)
    const mark = markOfOpen()
    if (mark && known === null) mark.farewell = farewell
    return known
  })
  if (known !== null) return { known }
  // Whatever kept it from being answered there: it is only a read.
  const along: { rows: R[] } | null = farewell.answer && (await farewell.answer.catch(() => null))
  return { rows: (along ?? (await db.executeQuery(last))).rows }
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
