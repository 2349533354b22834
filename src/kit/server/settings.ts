import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../clock.ts'
import { notifyOthers } from './db/otherInstances.ts'
import { afterCommit, onCommit } from './db/transaction.ts'
import { remembered } from './remembered.ts'

/** What instances tell each other when a row of the settings has changed. */
export const settingsNews = 'settings'

/** How long a change is not seen where nobody told of it. */
const keptMs = 2_000

/** `read` of the settings, kept until they change; where that is told by nobody, for two seconds. */
export function keptSettings<T>(db: Db, clock: Clock, read: () => Promise<T>): () => Promise<T> {
  const kept = remembered(clock, keptMs, read)
  onCommit(db, (names) => {
    if (names.has(settingsNews)) kept.forget()
  })
  return kept.read
}

/** A row of the settings, by a name that its noun knows; undefined while nobody wrote it. */
export async function readSetting(
  db: Db,
  key: string,
): Promise<{ value: unknown; updatedAt: Date } | undefined> {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'updated_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { value: row.value, updatedAt: row.updated_at }
}

/** Writes a row. In the caller's transaction, which locks what it read before. */
export async function writeSetting(db: Db, key: string, value: object, now: Date): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: now }))
    .returning(notifyOthers(settingsNews).as('told'))
    .execute()
  afterCommit(db, settingsNews)
}

/** Forgets a row; false when there was none. */
export async function dropSetting(db: Db, key: string): Promise<boolean> {
  const told = notifyOthers(settingsNews).as('told')
  const gone = await db.deleteFrom('setting').where('key', '=', key).returning(told).executeTakeFirst()
  afterCommit(db, settingsNews)
  return gone !== undefined
}

/** One text of a row, without reading the rest of it; null where there is none. */
export async function settingText(db: Db, key: string, field: string): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select(sql<string | null>`value->>${field}`.as('text'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.text ?? null
}

/** A row, and one text of another without reading the rest of that; null where there is none. */
export async function settingAndText(
  db: Db,
  key: string,
  other: { key: string; field: string },
): Promise<{ value: unknown; text: string | null }> {
  const { rows } = await sql<{ value: unknown; text: string | null }>`
    select (select value from setting where key = ${key}) as value,
      (select value->>${other.field} from setting where key = ${other.key}) as text`.execute(db)
  return rows[0] ?? { value: null, text: null }
}

/** Makes others who change these rows wait until this transaction ends. */
export async function lockSettings(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', keys)
    .orderBy('key')
    .forNoKeyUpdate()
    .execute()
}
