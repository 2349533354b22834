import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type Clock, dayMs, plus } from '#kit/clock.ts'

/** So long after the release with the new name came here, whoever signed in before is still known by the old one. */
const days = 30

/** Says whether the session's cookie of the release before is still read. */
export async function oldNameIsRead(db: Db, clock: Clock): Promise<() => boolean> {
  const { rows } = await sql<{ applied_at: Date }>`
    select applied_at from migration where name = '0013_doors.sql'`.execute(db)
  const since = rows[0]?.applied_at ?? clock.now()
  return () => clock.now() < plus(since, days * dayMs)
}
