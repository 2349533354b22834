import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { invalidPeriodText } from '#staff/fields.ts'
import { maxOccupancyDays, type OccupancyRow, type OccupancyUnit } from '../../occupancy.ts'

/** Days of each lot's own time zone, both included; `lots` null means all. */
type OccupancyQuery = {
  readonly lots: readonly number[] | null
  readonly from: string
  readonly until: string
  readonly by: OccupancyUnit
}

export const hourMeanSql = sql<number>`round(coalesce(lot_hour.taken_ms
  / nullif(extract(epoch from lot_hour.sampled_at - lot_hour.hour_at) * 1000, 0), lot_hour.taken_start), 1)::float8`

const periodSql: Readonly<Record<OccupancyUnit, RawBuilder<string>>> = {
  hour: sql`to_char(hour_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  day: sql`to_char(wall, 'YYYY-MM-DD')`,
  weekday_hour: sql`to_char(wall, 'ID"T"HH24')`,
}

type OccupancyRowInZone = OccupancyRow & { time_zone: string }

/** Oldest first. Throws 422 for a backward or too long span. */
export async function sumOccupancy(db: Db, query: OccupancyQuery): Promise<OccupancyRow[]> {
  const { lots, from, until, by } = query
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) throw invalid({ until: [invalidPeriodText] })
  if (days > maxOccupancyDays[by])
    throw invalid({ until: [`Escolha no máximo ${maxOccupancyDays[by]} dias.`] })
  const { rows } = await sql<OccupancyRowInZone>`
    select lot_id, name as lot, time_zone, ${periodSql[by]} collate "C" as period,
      (array_agg(taken_start order by hour_at))[1] as taken_start, max(taken_max) as taken_max,
      round(avg(mean::numeric), 1)::float8 as taken_mean, sum(cars_entered)::int as entered, sum(cars_left)::int as left,
      (array_agg(spaces order by hour_at desc))[1] as spaces, count(*)::int as hours
    from (
      select lot_hour.*, lot.name, lot.time_zone, hour_at at time zone lot.time_zone as wall, ${hourMeanSql} as mean
      from lot_hour join lot on lot.id = lot_hour.lot_id
      where hour_at >= ${from}::date - interval '1 day' and hour_at < ${until}::date + interval '2 days'
        and (${lots}::int[] is null or lot.id = any(${lots}::int[]))
      -- 'offset 0': the wall clock is computed once a row
      offset 0
    ) hours
    where wall >= ${from}::date and wall < ${until}::date + 1
    group by lot_id, name, time_zone, period
    order by period, name, lot_id`.execute(db)
  return rows.map(({ time_zone: zone, ...row }) => ({
    ...row,
    period: by === 'hour' ? isoIn(zone, new Date(row.period)) : row.period,
  }))
}
