import { type Kysely, type RawBuilder, sql } from 'kysely'
import { locks } from '#db/locks.ts'
import { inTurn } from './lease.ts'

type Locks = typeof locks
type Advisory = { [name in keyof Locks]: Locks[name] extends { number: number } ? name : never }[keyof Locks]
type Keyed = 'deviceCall' | 'rate'

/** Waits for an advisory lock of db/locks.ts and holds it until the caller's transaction ends. */
export async function takeLock<S>(db: Kysely<S>, name: Exclude<Advisory, Keyed>): Promise<void> {
  const { place, number } = locks[name]
  inTurn(place, name)
  await sql`select pg_advisory_xact_lock(${number})`.execute(db)
}

/**
 * As `takeLock`, by the statement that it is a part of, and together with others who share it: only who takes it alone
 * waits for them, and they for that one. Whoever asks the statement says so by `lockInTurn`.
 */
export function shareLockWithin(name: Exclude<Advisory, Keyed>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock_shared(${sql.lit(locks[name].number)})`
}

/** Says that the caller is about to take this lock. Throws when its turn in the order has passed. */
export function lockInTurn(name: Exclude<Advisory, Keyed>): void {
  inTurn(locks[name].place, name)
}

/** As `takeLock`, for one key of many. */
export async function takeLockOf<S>(db: Kysely<S>, name: Keyed, key: string): Promise<void> {
  const { place, number } = locks[name]
  inTurn(place, `${name} ${key}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${number}))`.execute(db)
}

/** As `takeLockOf`, by the statement that it is a part of. Whoever asks it has the name from `lockInTurnOf`. */
export function lockWithinOf(name: Keyed, key: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended(${key}, ${sql.lit(locks[name].number)}))`
}

/** Says that the caller is about to take the lock of this key, and answers it. Throws when its turn has passed. */
export function lockInTurnOf(name: Keyed, key: string): string {
  inTurn(locks[name].place, `${name} ${key}`)
  return key
}

/** Says that the caller is about to lock this row. Throws when its turn in the order has passed. */
export function rowInTurn(name: Exclude<keyof Locks, Advisory>, id: number): void {
  inTurn(locks[name].place, `${name} ${id}`)
}
