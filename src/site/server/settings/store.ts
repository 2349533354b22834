import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** A row of the settings; undefined while nobody wrote it. */
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

/** Under which name the logo is served; null without one. Its picture is not read. */
export async function logoName(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select(sql<string | null>`value->>'name'`.as('name'))
    .where('key', '=', 'logo')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Writes a row. In the caller's transaction, after `lockSettings`. */
export async function writeSetting(db: Db, key: string, value: object, now: Date): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key, value: text, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: now }))
    .execute()
}

/** Makes others who change settings wait until this transaction ends. */
export async function lockSettings(db: Db): Promise<void> {
  await db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', ['page', 'reserve', 'logo'])
    .forUpdate()
    .execute()
}

export async function dropSetting(db: Db, key: string): Promise<boolean> {
  const result = await db.deleteFrom('setting').where('key', '=', key).executeTakeFirst()
  return result.numDeletedRows === 1n
}
