import { randomInt } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { currentTransaction, assertNoTransaction, runInTransaction } from './transactionContext.ts'

export const conflicts = channel('guiche:conflict')

const maxTries = 3

/** Runs `work` in a transaction, and again on a conflict, so it changes nothing but the database. Throws when nested. */
export async function transaction<S, T>(db: Kysely<S>, work: (tx: Transaction<S>) => Promise<T>): Promise<T> {
  for (let left = maxTries - 1; ; left -= 1) {
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

/** Runs `work` in a transaction once, also on a conflict: for work that also reads or writes a file. */
export async function transactionOnce<S, T>(
  db: Kysely<S>,
  work: (tx: Transaction<S>) => Promise<T>,
): Promise<T> {
  assertNoTransaction()
  const { result, topics } = await db
    .transaction()
    .execute((tx) => runInTransaction(async ({ topics }) => ({ result: await work(tx), topics })))
  publishTopics(db, topics)
  return result
}

type Listener = (topics: ReadonlySet<string>) => void

const listeners = new WeakMap<object, Set<Listener>>()

/** Calls `listener` with the topics of each commit of this process; the answer removes it. */
export function subscribeToCommits<S>(db: Kysely<S>, listener: Listener): () => void {
  const ofDb = listeners.get(db) ?? new Set()
  listeners.set(db, ofDb.add(listener))
  return () => void ofDb.delete(listener)
}

/** Publishes a topic once the open transaction has committed; at once outside a transaction. */
export function publishAfterCommit<S>(db: Kysely<S>, topic: string): void {
  const context = currentTransaction()
  if (context) context.topics.add(topic)
  else publishTopics(db, new Set([topic]))
}

export function publishTopics<S>(db: Kysely<S>, topics: ReadonlySet<string>): void {
  if (topics.size > 0) for (const listener of listeners.get(db) ?? []) listener(topics)
}

/** A deadlock (SQLSTATE 40P01), a serialization failure (40001) or a stale plan: nothing was done. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === '40P01' || code === '40001' || isStalePlan(error)
}

/** A migration has changed the tables since the statement was planned: nothing was done. */
export function isStalePlan(error: unknown): boolean {
  const isError = error instanceof Error && 'code' in error
  return isError && error.code === '0A000' && error.message.startsWith('cached plan must not')
}

/** SQLSTATE 23505 of this index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === constraint
  )
}
