import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { openingsMax } from '../../limits.ts'

/** False where the limit is reached. */
export async function countOpening(db: Db, attemptId: number): Promise<boolean> {
  const counted = await db
    .updateTable('attempt')
    .set({
      shown: sql<string>`jsonb_set(shown #- '{data,silent}', '{data,openings}', to_jsonb((${openings} + 1)::text))`,
    })
    .where('id', '=', attemptId)
    .where('state', '=', 'authenticating')
    .where(sql<boolean>`${openings} < ${openingsMax}`)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

const openings = sql`coalesce((shown #>> '{data,openings}')::int, 0)`

export async function recordSilence(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ shown: sql<string>`jsonb_set(shown, '{data,silent}', '"yes"')` })
    .where('id', '=', attemptId)
    .where('state', '=', 'authenticating')
    .execute()
}
