import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

export async function codesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'code'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}
