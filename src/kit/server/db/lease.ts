import { AsyncLocalStorage } from 'node:async_hooks'

/** Marks the asynchronous path that holds a transaction. */
const open = new AsyncLocalStorage<{ active: boolean }>()

/** Whether a database transaction is open on this path. Network calls are refused then. */
export function isTransactionOpen(): boolean {
  return open.getStore()?.active === true
}

/** Runs `work` marked as inside a transaction; the mark ends with the work, even for what it left running. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { active: true }
  try {
    return await open.run(mark, work)
  } finally {
    mark.active = false
  }
}

/**
 * A second connection asked for inside a transaction would wait for itself on the embedded database and
 * see other data on PostgreSQL: both are mistakes, so it throws at once.
 */
export function refuseNested(): void {
  if (isTransactionOpen()) {
    throw new Error('nested acquire: use the `db` that the transaction gave you')
  }
}
