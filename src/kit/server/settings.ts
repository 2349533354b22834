import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../clock.ts'
import { notifyInstances } from './db/listenNotify.ts'
import { publishAfterCommit, subscribeToCommits } from './db/transaction.ts'

export const settingsTopic = 'settings'

const cacheMs = 2_000

/** Returns a cached reader. A caller with an open transaction passes it as `tx`: the embedded database has one connection. */
export function cachedSettings<T>(
  db: Db,
  clock: Clock,
  read: (db: Db) => Promise<T>,
): (tx?: Db) => Promise<T> {
  let cached: { value: T; until: number } | null = null
  let changes = 0
  subscribeToCommits(db, (names) => {
    if (!names.has(settingsTopic)) return
    changes += 1
    cached = null
  })
  return async (within = db) => {
    const now = clock.now().getTime()
    if (cached !== null && now < cached.until) return cached.value
    const before = changes
    const value = await read(within)
    if (before === changes) cached = { value, until: now + cacheMs }
    return value
  }
}

export async function readSetting(db: Db, key: string) {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'updated_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { value: row.value, updatedAt: row.updated_at }
}

/** The caller's transaction must have locked the row. */
export async function writeSetting(db: Db, key: string, value: object, now: Date): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: now }))
    .returning(notifyInstances(settingsTopic).as('notified'))
    .execute()
  publishAfterCommit(db, settingsTopic)
}

export async function deleteSetting(db: Db, key: string): Promise<boolean> {
  const notification = notifyInstances(settingsTopic).as('notified')
  const gone = await db
    .deleteFrom('setting')
    .where('key', '=', key)
    .returning(notification)
    .executeTakeFirst()
  publishAfterCommit(db, settingsTopic)
  return gone !== undefined
}

export async function readSettingField(db: Db, key: string, field: string): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select(sql<string | null>`value->>${field}`.as('text'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.text ?? null
}

export async function readSettingWithField(db: Db, key: string, other: { key: string; field: string }) {
  const { rows } = await sql<{ value: unknown; text: string | null }>`
    select (select value from setting where key = ${key}) as value,
      (select value->>${other.field} from setting where key = ${other.key}) as text`.execute(db)
  return rows[0] ?? { value: null, text: null }
}

export async function lockSettings(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', keys)
    .orderBy('key')
    .forNoKeyUpdate()
    .execute()
}
