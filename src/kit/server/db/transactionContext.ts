import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the transaction that is open on an asynchronous path. */
type TransactionContext = {
  active: boolean
  /** Locks taken by name, and the highest place of `db/locks.ts` among them. */
  readonly held: Set<string>
  reached: number
  /** Topics that `onCommit` listeners hear after the commit. */
  readonly topics: Set<string>
}

const open = new AsyncLocalStorage<TransactionContext>()

/** The context of the transaction that is open on this path; null outside one. */
export function currentTransaction(): TransactionContext | null {
  const context = open.getStore()
  return context?.active === true ? context : null
}

/** Whether a transaction is open on this path. Network calls are refused then. */
export function isTransactionOpen(): boolean {
  return currentTransaction() !== null
}

/** Runs `work` as inside a transaction. The context ends with `work`, also for what it left running. */
export async function runInTransaction<T>(work: (context: TransactionContext) => Promise<T>): Promise<T> {
  const context: TransactionContext = { active: true, reached: 0, held: new Set(), topics: new Set() }
  try {
    return await open.run(context, () => work(context))
  } finally {
    context.active = false
  }
}

/** Throws when a transaction is open, where a second connection could wait for itself. */
export function refuseNested(): void {
  if (isTransactionOpen()) throw new Error('nested acquire: use the `tx` that the transaction gave you')
}

/**
 * Notes a lock at its place in the order of `db/locks.ts`; a lock that is held already changes nothing. Throws when a later
 * lock is held: two transactions that take locks in different orders may deadlock.
 */
export function noteLock(place: number, name: string): void {
  const context = currentTransaction()
  if (!context || context.held.has(name)) return
  if (place < context.reached)
    throw new Error(`lock out of order: ${name} after ${[...context.held].join(', ')} (db/locks.ts)`)
  context.reached = place
  context.held.add(name)
}
