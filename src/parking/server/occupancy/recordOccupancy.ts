import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Cars and spaces of each lot. */
const currentOccupancy = sql`select id, time_zone,
  occupied_normal + occupied_pregnant + occupied_disabilities + occupied_elderly + occupied_reserves as taken,
  total_normal + total_pregnant + total_disabilities + total_elderly + total_reserves as total
  from lot`

/** Samples the occupancy of each lot into its row of the hour; a sample holds until the next one. */
export async function recordOccupancyHours(db: Db, now: Date): Promise<void> {
  const isNewHour = !(await isSampled(db, now))
  await completePreviousHour(db, now)
  await sql`
    insert into lot_hour (lot_id, hour_at, spaces, taken_start, taken_max, taken_last, sampled_at, taken_ms)
    select id, hour_at, spaces, started, greatest(started, taken), taken, ${now}::timestamptz, started * ${msBetween('hour_at', now)}
    from (
      select lots.*, ${hourOf(now)} as hour_at, coalesce(before.taken_last, taken) as started
      from (
        select id, total as spaces, least(taken, total) as taken
        from (${currentOccupancy}) counted
      ) lots
        left join lot_hour before on before.lot_id = lots.id and before.hour_at = ${hourOf(now)} - interval '1 hour'
    ) samples
    on conflict (hour_at, lot_id) do update
    set spaces = excluded.spaces, taken_max = greatest(lot_hour.taken_max, excluded.taken_last),
      taken_ms = lot_hour.taken_ms + lot_hour.taken_last * ${msBetween('lot_hour.sampled_at', now)},
      taken_last = excluded.taken_last, sampled_at = excluded.sampled_at
    where lot_hour.sampled_at < excluded.sampled_at`.execute(db)
  await updateCarCounts(db, now, isNewHour ? movementHours : 1)
}

/** Cars may be reported days late; movements are kept for 48 hours. */
const movementHours = 47

async function isSampled(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`select from lot_hour where hour_at = ${hourOf(now)} limit 1`.execute(db)
  return rows.length > 0
}

/** The last sample of the hour before holds until that hour's end. */
async function completePreviousHour(db: Db, now: Date): Promise<void> {
  await sql`
    update lot_hour
    set taken_ms = taken_ms + taken_last * ${msBetween('sampled_at', hourOf(now))}, sampled_at = ${hourOf(now)}
    where hour_at = ${hourOf(now)} - interval '1 hour' and sampled_at < ${hourOf(now)}`.execute(db)
}

/** Counts cars of this hour and `hoursBack` before; null where no gate has ever let a car in. */
async function updateCarCounts(db: Db, now: Date, hoursBack: number): Promise<void> {
  await sql`
    update lot_hour set cars_entered = moved.entered, cars_left = moved.gone
    from (
      select hours.id, count(*) filter (where change = 1) as entered, count(*) filter (where change = -1) as gone
      from lot_hour hours
        left join car_movement on car_movement.lot_id = hours.lot_id and at >= hour_at and at < hour_at + interval '1 hour'
      where hour_at >= ${hourOf(now)} - ${hoursBack}::int * interval '1 hour'
        and exists (select from ticket where ticket.lot_id = hours.lot_id)
      group by hours.id
    ) moved
    where lot_hour.id = moved.id
      and (cars_entered is distinct from moved.entered or cars_left is distinct from moved.gone)`.execute(db)
}

function hourOf(now: Date) {
  return sql`date_trunc('hour', ${now}::timestamptz, 'UTC')`
}

function msBetween(from: string, until: Date | ReturnType<typeof hourOf>) {
  const end = until instanceof Date ? sql`${until}::timestamptz` : until
  return sql`(extract(epoch from ${end} - ${sql.ref(from)}) * 1000)::bigint`
}

export async function recordDailyPeaks(db: Db, now: Date): Promise<void> {
  await sql`
    insert into lot_day (lot_id, day, peak_occupied, total_spaces)
    select id, (${now}::timestamptz at time zone time_zone)::date, least(taken, total), total
    from (${currentOccupancy}) as lots
    on conflict (lot_id, day) do update
    set peak_occupied = excluded.peak_occupied, total_spaces = excluded.total_spaces
    where lot_day.peak_occupied < excluded.peak_occupied`.execute(db)
}
