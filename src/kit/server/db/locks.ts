import { type Kysely, sql } from 'kysely'
import { inTurn } from './lease.ts'

/**
 * Everything that transactions wait for each other at, in the order in which one transaction may take it
 * (docs/reliability.md#locks): with one order nobody waits in a circle. `number` is an advisory lock, arbitrary but
 * fixed, also across releases that run side by side; the others are locked rows, of the table that `rows` names. A
 * transaction that goes back in the order is refused at once (`inTurn`).
 */
export const locks = {
  /** Instances that start together migrate one after the other. */
  migrations: { place: 1, number: 4_827_113 },
  /** By device and Idempotency-Key: the second of two at once waits for the answer of the first. */
  deviceCall: { place: 2, number: 4_827_116 },
  /** By what is counted: who counts the same takes turns. The narrow key before the wide one. */
  rate: { place: 3, number: 4_827_117 },
  /** Admins in the order of their ids, then the person. */
  person: { place: 4, rows: 'user_account' },
  payment: { place: 5, rows: 'payment' },
  reservation: { place: 6, rows: 'reservation' },
  ticket: { place: 7, rows: 'ticket' },
  /** Who adds or changes a car park waits for the others. Not a lock on the table: gates count in it. */
  lots: { place: 8, number: 4_827_115 },
  /** Several in the order of their ids. */
  lot: { place: 9, rows: 'lot' },
  /** Who writes to the feed takes turns, so that its numbers appear in their order. */
  feed: { place: 10, number: 4_827_114 },
} as const

type Locks = typeof locks
type Advisory = { [name in keyof Locks]: Locks[name] extends { number: number } ? name : never }[keyof Locks]
type Keyed = 'deviceCall' | 'rate'

/** Waits for an advisory lock and holds it until the caller's transaction ends. */
export async function takeLock<S>(db: Kysely<S>, name: Exclude<Advisory, Keyed>): Promise<void> {
  const { place, number } = locks[name]
  inTurn(place, name)
  await sql`select pg_advisory_xact_lock(${number})`.execute(db)
}

/** As `takeLock`, for one key of many. */
export async function takeLockOf<S>(db: Kysely<S>, name: Keyed, key: string): Promise<void> {
  const { place, number } = locks[name]
  inTurn(place, `${name} ${key}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${number}))`.execute(db)
}

/** Says that the caller is about to lock this row. Throws when its turn in the order has passed. */
export function rowInTurn(name: Exclude<keyof Locks, Advisory>, id: number): void {
  inTurn(locks[name].place, `${name} ${id}`)
}
