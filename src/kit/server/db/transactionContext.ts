import { AsyncLocalStorage } from 'node:async_hooks'

type TransactionContext = {
  active: boolean
  readonly held: Set<string>
  lastPlace: number
  readonly topics: Set<string>
}

const transactionStorage = new AsyncLocalStorage<TransactionContext>()

export function currentTransaction(): TransactionContext | null {
  const context = transactionStorage.getStore()
  return context?.active === true ? context : null
}

export function isTransactionOpen(): boolean {
  return currentTransaction() !== null
}

/** The transaction ends with `work`, also for promises that it left running. */
export async function runInTransaction<T>(work: (context: TransactionContext) => Promise<T>): Promise<T> {
  const context: TransactionContext = { active: true, lastPlace: 0, held: new Set(), topics: new Set() }
  try {
    return await transactionStorage.run(context, () => work(context))
  } finally {
    context.active = false
  }
}

/** Throws when a transaction is open, where a second connection could wait for itself. */
export function assertNoTransaction(): void {
  if (isTransactionOpen()) throw new Error('nested acquire: use the `tx` that the transaction gave you')
}

/** Throws when a later lock of `db/locks.ts` is held: two orders of locks may deadlock. */
export function recordLock(place: number, name: string): void {
  const context = currentTransaction()
  if (!context || context.held.has(name)) return
  if (place < context.lastPlace)
    throw new Error(`lock out of order: ${name} after ${[...context.held].join(', ')} (db/locks.ts)`)
  context.lastPlace = place
  context.held.add(name)
}
