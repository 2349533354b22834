import { AsyncLocalStorage } from 'node:async_hooks'

/** `held`: the locks that the transaction has taken by name; `reached`: the last of their places. */
type Mark = { active: boolean; reached: number; readonly held: Set<string> }

/** Marks the asynchronous path that holds a transaction. */
const open = new AsyncLocalStorage<Mark>()

/** Whether a database transaction is open on this path. Network calls are refused then. */
export function isTransactionOpen(): boolean {
  return open.getStore()?.active === true
}

/** Runs `work` marked as inside a transaction; the mark ends with the work, even for what it left running. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark: Mark = { active: true, reached: 0, held: new Set() }
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

/**
 * Notes a lock at its place in the order of `db/locks.ts`; one that is held already changes nothing. Taken after a later
 * one it may end in a deadlock, some day, under load: a mistake, so it throws at once.
 */
export function inTurn(place: number, name: string): void {
  const mark = open.getStore()
  if (!mark?.active || mark.held.has(name)) return
  if (place < mark.reached) {
    throw new Error(`lock out of turn: ${name} after ${[...mark.held].join(', ')} (db/locks.ts)`)
  }
  mark.reached = place
  mark.held.add(name)
}
