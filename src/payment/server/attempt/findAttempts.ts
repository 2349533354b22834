import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { Attempt } from './attempts.ts'

export async function attemptByOrderKey(
  db: Db,
  order: { acquirer: string; orderKey: string },
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('order_key', '=', order.orderKey)
    .where('acquirer', '=', order.acquirer)
    .executeTakeFirst()
}

/** Nonces of the previous release lack the id and match only unfinished attempts. */
export async function attemptByNonce(db: Db, nonce: string): Promise<Attempt | undefined> {
  const [, id] = /^(\d{1,15})\./.exec(nonce) ?? []
  const known = db.selectFrom('attempt').selectAll().where('return_nonce_hash', '=', hashToken(nonce))
  const found = id === undefined ? known.where('ask_at', 'is not', null) : known.where('id', '=', Number(id))
  return found.executeTakeFirst()
}

export async function attemptsOfAll(db: Db, paymentIds: readonly number[]): Promise<Attempt[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}

export async function attemptsToRecheck(db: Db, now: Date, limit: number): Promise<Attempt[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()
}

export async function heldAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'held')
    .executeTakeFirst()
}

export async function attemptsBeingReversed(db: Db, paymentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'giving_back')
    .orderBy('n')
    .execute()
  return rows.map(({ id }) => id)
}

export async function capturedAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'captured')
    .orderBy('n')
    .limit(1)
    .executeTakeFirst()
}
