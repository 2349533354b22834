import { AsyncLocalStorage } from 'node:async_hooks'
import type { Compilable, CompiledQuery, OperationNodeSource } from 'kysely'
import type pg from 'pg'

/** A write whose answer nobody needs: what it changed is known, and whether it could is for the database to refuse. */
export type Write = OperationNodeSource & Compilable & { execute(): Promise<unknown> }

/** Statements that do not wait for the answer of the one with the values `after`. */
export type Next = {
  readonly after: readonly unknown[]
  readonly asked: readonly { readonly text: string; readonly values: readonly unknown[] }[]
}

/** What is read once the transaction has committed; the answer where it was sent along with commit. */
export type Farewell = { readonly asked: CompiledQuery; answer: Promise<pg.QueryResult> | null }

type Mark = {
  active: boolean
  /** The locks that the transaction has taken by name, and the last of their places. */
  readonly held: Set<string>
  reached: number
  /** What it writes when it ends (`bundle.ts`), and how; null while there is nothing. */
  readonly left: { touches: string | null; write: Write }[]
  writeLeft: (() => Promise<void>) | null
  /** What is asked along with the statement that has these values (`line/along.ts`). */
  next: Next | null
  /** Nothing is asked after what is written now: the transaction ends. */
  isEnding: boolean
  farewell: Farewell | null
  /** What is told once it has committed (`bundle.ts`). */
  readonly news: Set<string>
}

/** Marks the asynchronous path that holds a transaction. */
const open = new AsyncLocalStorage<Mark>()

/** Whether a database transaction is open on this path. Network calls are refused then. */
export function isTransactionOpen(): boolean {
  return markOfOpen() !== null
}

/** The mark of the transaction that is open on this path. */
export function markOfOpen(): Mark | null {
  const mark = open.getStore()
  return mark?.active === true ? mark : null
}

/** Whether the statement that is asked now is the last of the transaction that is open on this path. */
export function isLastOfOpen(): boolean {
  return markOfOpen()?.isEnding === true
}

/** What is read after the transaction that is open on this path, where it is about to commit. */
export function farewellOfOpen(): Farewell | null {
  return markOfOpen()?.farewell ?? null
}

/** What the transaction that is open on this path asks along with the statement of these values, once. */
export function nextOfOpen(values: readonly unknown[] | undefined): Next['asked'] {
  const mark = markOfOpen()
  if (!mark?.next || mark.next.after !== values) return []
  const { asked } = mark.next
  mark.next = null
  return asked
}

/** Runs `work` marked as inside a transaction; the mark ends with the work, even for what it left running. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark: Mark = {
    active: true,
    reached: 0,
    held: new Set(),
    left: [],
    writeLeft: null,
    next: null,
    isEnding: false,
    farewell: null,
    news: new Set(),
  }
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
  const mark = markOfOpen()
  if (!mark || mark.held.has(name)) return
  if (place < mark.reached) {
    throw new Error(`lock out of turn: ${name} after ${[...mark.held].join(', ')} (db/locks.ts)`)
  }
  mark.reached = place
  mark.held.add(name)
}
