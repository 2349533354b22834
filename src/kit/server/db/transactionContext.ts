import { AsyncLocalStorage } from 'node:async_hooks'

type TransactionContext = {
  isActive: boolean
  readonly taken: Set<string>
  lastPlace: number
  readonly topics: Set<string>
}

const transactionStorage = new AsyncLocalStorage<TransactionContext>()

export function currentTransaction(): TransactionContext | null {
  const context = transactionStorage.getStore()
  return context?.isActive === true ? context : null
}

export function isTransactionOpen(): boolean {
  return currentTransaction() !== null
}

/** The transaction ends with `work`, also for promises that it left running. */
export async function runInTransaction<T>(work: (context: TransactionContext) => Promise<T>): Promise<T> {
  const context: TransactionContext = { isActive: true, lastPlace: 0, taken: new Set(), topics: new Set() }
  try {
    return await transactionStorage.run(context, () => work(context))
  } finally {
    context.isActive = false
  }
}

/** Throws when a transaction is open, where a second connection could wait for itself. */
export function assertNoTransaction(): void {
  if (isTransactionOpen()) throw new Error('nested acquire: use the `tx` that the transaction gave you')
}

/** Throws when a later lock of `db/locks.ts` is taken: two orders of locks may deadlock. */
export function recordLock(place: number, name: string): void {
  const context = currentTransaction()
  if (!context || context.taken.has(name)) return
  if (place < context.lastPlace)
    throw new Error(`lock out of order: ${name} after ${[...context.taken].join(', ')} (db/locks.ts)`)
  context.lastPlace = place
  context.taken.add(name)
}
