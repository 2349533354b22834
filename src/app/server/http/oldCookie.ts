import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type Clock, dayMs, plus } from '#kit/clock.ts'

/** How long the former cookie name is accepted after the update. */
const days = 30

/** Returns whether the session cookie of the release before is still accepted. */
export async function acceptsFormerCookie(db: Db, clock: Clock): Promise<() => boolean> {
  const { rows } = await sql<{ applied_at: Date }>`
    select applied_at from migration where name = '0013_doors.sql'`.execute(db)
  const since = rows[0]?.applied_at ?? clock.now()
  return () => clock.now() < plus(since, days * dayMs)
}
