import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** The peak occupancy per lot and local day. */
export async function recordPeaks(db: Db, now: Date): Promise<void> {
  await sql`
    insert into lot_day (lot_id, day, peak_occupied, total_spaces)
    select id, (${now}::timestamptz at time zone time_zone)::date, least(taken, total), total
    from (
      select id, time_zone,
        occupied_normal + occupied_pregnant + occupied_disabilities + occupied_elderly + occupied_reserves as taken,
        total_normal + total_pregnant + total_disabilities + total_elderly + total_reserves as total
      from lot
    ) as lots
    on conflict (lot_id, day) do update
    set peak_occupied = excluded.peak_occupied, total_spaces = excluded.total_spaces
    where lot_day.peak_occupied < excluded.peak_occupied`.execute(db)
}
