import { sql, type Transaction } from 'kysely'
import { locks } from '#db/locks.ts'
import { recordLock } from './transactionContext.ts'

type Locks = typeof locks
type AdvisoryLock = {
  [name in keyof Locks]: Locks[name] extends { number: number } ? name : never
}[keyof Locks]
type KeyedLock = 'deviceCall' | 'rate' | 'entrance' | 'tillNumber'
type SingleLock = Exclude<AdvisoryLock, KeyedLock>

export async function takeLock<S>(tx: Transaction<S>, name: SingleLock): Promise<void> {
  const { place, number } = locks[name]
  recordLock(place, name)
  await sql`select pg_advisory_xact_lock(${number})`.execute(tx)
}

export async function takeSharedLock<S>(tx: Transaction<S>, name: SingleLock): Promise<void> {
  const { place, number } = locks[name]
  recordLock(place, name)
  await sql`select pg_advisory_xact_lock_shared(${number})`.execute(tx)
}

export async function takeKeyedLock<S>(tx: Transaction<S>, name: KeyedLock, key: string): Promise<void> {
  const { place, number } = locks[name]
  recordLock(place, `${name} ${key}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${number}))`.execute(tx)
}

export async function takeKeyedLocks<S>(tx: Transaction<S>, name: KeyedLock, keys: readonly string[]) {
  const { place, number } = locks[name]
  for (const key of keys) recordLock(place, `${name} ${key}`)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, ${number}))
    from unnest(${[...keys]}::text[]) with ordinality as asked (key, nth) order by nth`.execute(tx)
}

/** Call before a row is locked. Throws when a lock of a later place in db/locks.ts is held. */
export function assertLockOrder<S>(
  _tx: Transaction<S>,
  name: Exclude<keyof Locks, AdvisoryLock>,
  id: number,
) {
  recordLock(locks[name].place, `${name} ${id}`)
}
