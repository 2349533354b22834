import { sql, type Transaction } from 'kysely'
import { locks } from '#db/locks.ts'
import { noteLock } from './transactionContext.ts'

type Locks = typeof locks
type Advisory = { [name in keyof Locks]: Locks[name] extends { number: number } ? name : never }[keyof Locks]
type Keyed = 'deviceCall' | 'rate' | 'entrance'
type Single = Exclude<Advisory, Keyed>

/** Held until the transaction ends. */
export async function takeLock<S>(tx: Transaction<S>, name: Single): Promise<void> {
  const { place, number } = locks[name]
  noteLock(place, name)
  await sql`select pg_advisory_xact_lock(${number})`.execute(tx)
}

/** Waits only for `takeLock`. */
export async function takeSharedLock<S>(tx: Transaction<S>, name: Single): Promise<void> {
  const { place, number } = locks[name]
  noteLock(place, name)
  await sql`select pg_advisory_xact_lock_shared(${number})`.execute(tx)
}

export async function takeKeyedLock<S>(tx: Transaction<S>, name: Keyed, key: string): Promise<void> {
  const { place, number } = locks[name]
  noteLock(place, `${name} ${key}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${number}))`.execute(tx)
}

export async function takeKeyedLocks<S>(tx: Transaction<S>, name: Keyed, keys: readonly string[]) {
  const { place, number } = locks[name]
  for (const key of keys) noteLock(place, `${name} ${key}`)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, ${number}))
    from unnest(${[...keys]}::text[]) with ordinality as asked (key, nth) order by nth`.execute(tx)
}

/** Call before a row is locked. Throws when a lock of a later place in db/locks.ts is held. */
export function assertLockOrder<S>(_tx: Transaction<S>, name: Exclude<keyof Locks, Advisory>, id: number) {
  noteLock(locks[name].place, `${name} ${id}`)
}
