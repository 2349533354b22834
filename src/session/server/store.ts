import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { prepared } from '#kit/server/prepared.ts'
import { isUniqueViolation } from '#kit/server/db/transaction.ts'

/** Writes the session's row if it has none that is good; a guest who only reads costs no row. */
export async function keepSession(db: Db, hash: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({ id_hash: hash, created_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('id_hash')
        .doUpdateSet({ data: '{}', expires_at: expiresAt })
        .where(sql<boolean>`${isGuests} and ${hasExpired}`),
    )
    .execute()
}

export async function setHumanUntil(db: Db, hash: string, until: Date): Promise<void> {
  await db.updateTable('session').set({ human_until_at: until }).where('id_hash', '=', hash).execute()
}

/** Keeps a harder proof for one try. */
export async function keepHardProof(db: Db, hash: string, until: Date): Promise<void> {
  await db.updateTable('session').set({ hard_proof_until_at: until }).where('id_hash', '=', hash).execute()
}

/** Uses the harder proof up; false when there is none. */
export async function spendHardProof(db: Db, hash: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('session')
    .set({ hard_proof_until_at: null })
    .where('id_hash', '=', hash)
    .where('hard_proof_until_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What the session keeps; nothing of one that has expired. */
export async function readData(db: Db, hash: string, now: Date): Promise<unknown> {
  const row = await db
    .selectFrom('session')
    .select('data')
    .where('id_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.data ?? {}
}

export async function writeData(db: Db, hash: string, data: object): Promise<void> {
  await db
    .updateTable('session')
    .set({ data: JSON.stringify(data) })
    .where('id_hash', '=', hash)
    .execute()
}

/** Marks a solved challenge as used; false when it was used before. */
export async function useChallenge(db: Db, hash: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/**
 * Adds to what a guest typed, beside what another call of theirs adds meanwhile, and drops the field `without`; where
 * nothing counts that was there `before`, or the session has expired, it goes. Makes the row where there is none; a
 * guest's is good for as long as a new one, but for ten minutes. Not inside a transaction.
 */
export async function addData(db: Db, hash: string, added: AddedData): Promise<void> {
  try {
    await addOrInsert(db, hash, added)
  } catch (error) {
    // Another call of the session has made the row meanwhile.
    if (!isUniqueViolation(error, 'session_pkey')) throw error
    await addOrInsert(db, hash, added)
  }
}

async function addOrInsert(db: Db, hash: string, { data, ...how }: AddedData): Promise<void> {
  await addingData(db, { hash, typed: JSON.stringify(data), ...how })
}

type Adding = Omit<AddedData, 'data'> & { hash: string; typed: string }

/** An update first: `on conflict` would write down a lock of the row that is there, and a proof of one that is not. */
const addingData = prepared<Adding, never>((value) => {
  const typed = sql`${value('typed')}::jsonb`
  const [now, until] = [sql`${value('now')}::timestamptz`, sql`${value('expiresAt')}::timestamptz`]
  // A login is not lengthened by what is typed. Nor is a guest's session by minutes: its end stands in an index.
  return sql`
    with changed as (
      update session set
        data = case when expires_at <= ${now} or not ${value('before')}::boolean then ${typed}
          else (data || ${typed}) - ${value('without')}::text end,
        expires_at = case when ${isGuests} and ${until} > expires_at + interval '10 minutes' then ${until} else expires_at end
      where id_hash = ${value('hash')} returning 1)
    insert into session (id_hash, data, created_at, expires_at)
    select ${value('hash')}, ${typed}, ${now}, ${until} where not exists (select from changed)`
})

/** Of the row that is there when one is written; the new one is of now. */
const hasExpired = sql<boolean>`session.expires_at <= excluded.created_at`
const isGuests = sql<boolean>`session.user_id is null and session.ended_at is null`

type AddedData = { before: boolean; data: object; without: string; now: Date; expiresAt: Date }

export type NewSession = {
  hash: string
  userId: number | null
  deviceId: number | null
  humanUntil: Date | null
  data: string
  now: Date
  expiresAt: Date
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id_hash: session.hash,
      user_id: session.userId,
      device_token_id: session.deviceId,
      human_until_at: session.humanUntil,
      data: session.data,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Ends a login: its row stays, so that a cookie that still names it is told so. A guest's row goes. */
export async function endSession(db: Db, hash: string, now: Date): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', hash).where('user_id', 'is', null).execute()
  await db
    .updateTable('session')
    .set({ ended_at: now, data: '{}', human_until_at: null })
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every login of a person, but the one with the hash `except`. */
export async function endSessionsOf(db: Db, userId: number, except: string | null, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, data: '{}', human_until_at: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id_hash', '<>', except ?? '')
    .execute()
}

/** Ends the logins that came from a device. */
export async function endSessionsOfDevice(db: Db, deviceId: number, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, data: '{}', human_until_at: null })
    .where('device_token_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The device that this login came from; null when it was typed. */
export async function deviceOfSession(db: Db, hash: string): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .select('device_token_id')
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  return row?.device_token_id ?? null
}

/** Lengthens a login that is in use. */
export async function lengthenSession(db: Db, hash: string, longerThan: Date, until: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ expires_at: until })
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '<', longerThan)
    .execute()
}
