import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { type Attempt, attempts, attemptsOf } from './attempts.ts'

export async function attemptByOrderKey(
  db: Db,
  { acquirer, orderKey }: { acquirer: string; orderKey: string },
): Promise<Attempt | undefined> {
  return attempts(db).where('order_key', '=', orderKey).where('acquirer', '=', acquirer).executeTakeFirst()
}

/** Nonces of the previous release lack the id and match only unfinished attempts. */
export async function attemptByNonce(db: Db, nonce: string): Promise<Attempt | undefined> {
  const [, id] = /^(\d{1,15})\./.exec(nonce) ?? []
  const known = attempts(db).where('return_nonce_hash', '=', hashToken(nonce))
  const found = id === undefined ? known.where('ask_at', 'is not', null) : known.where('id', '=', Number(id))
  return found.executeTakeFirst()
}

export async function attemptsOfAll(db: Db, paymentIds: readonly number[]): Promise<Attempt[]> {
  const all = attempts(db).where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
  return all.orderBy('id').execute()
}

export async function attemptsToRecheck(db: Db, now: Date, limit: number): Promise<Attempt[]> {
  return attempts(db).where('ask_at', '<=', now).orderBy('ask_at').limit(limit).execute()
}

export async function heldAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return attemptsOf(db, paymentId).where('state', '=', 'held').executeTakeFirst()
}

export async function attemptsBeingReversed(db: Db, paymentId: number): Promise<number[]> {
  const rows = await attemptsOf(db, paymentId).where('state', '=', 'giving_back').orderBy('n').execute()
  return rows.map(({ id }) => id)
}

export async function capturedAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  const captured = attemptsOf(db, paymentId).where('state', '=', 'captured')
  return captured.orderBy('n').limit(1).executeTakeFirst()
}
