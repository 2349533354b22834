import type { Db } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'

/** A login that has expired is remembered this long, so that its cookie is told so. */
const endedHours = 24 * 7

/** Drops what nobody can use any more: solved challenges, and sessions that have expired. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_challenge').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('session')
    .where('expires_at', '<', now)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', plus(now, -endedHours * hourMs)),
        eb.and([eb('user_id', 'is', null), eb('ended_at', 'is', null)]),
      ]),
    )
    .execute()
}
