import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { openingsMax } from '../../limits.ts'
import { shownOf } from '../../server/settle/shown.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'

/**
 * Counts one more opening of the document of an open authentication; false where it was opened often enough. Each asks
 * the service for a token, so a page that loads for ever must end. Whether the service is silent is forgotten: this
 * opening finds out.
 */
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

/** The service did not answer us for this attempt. */
export async function noteSilence(db: Db, attemptId: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ shown: sql<string>`jsonb_set(shown, '{data,silent}', '"yes"')` })
    .where('id', '=', attemptId)
    .where('state', '=', 'authenticating')
    .execute()
}

/** Whether the service was silent when the document was last opened, as we know ourselves. */
export function wasSilent(attempt: Attempt): boolean {
  const show = shownOf(attempt)
  return show?.type === 'authenticate' && show.data['silent'] === 'yes'
}
