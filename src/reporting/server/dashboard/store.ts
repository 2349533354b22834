import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { countCapped } from '#kit/server/db/query/fetchPage.ts'
import { queriesPerIndex } from '#review/server/backoffice/paymentPaging.ts'
import { narrowPayments } from '#review/server/backoffice/searchPayments.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { isInLots } from '#staff/server/member.ts'
import { type SumSource, sumSources, type SumKind } from '../sums/sumSources.ts'

/** Days are 'YYYY-MM-DD', both included. */
export type PeriodFilter = { from: string; to: string; unit: 'day' | 'month'; lots: VisibleLots }

/** `amount` is in centavos. */
export type PeriodSum = { kind: SumKind | 'refusal'; period: string; amount: number; count: number }

const periodFormats = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

/** Covers the days in every time zone, so that an index can be used. */
function indexRange(span: PeriodFilter, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${at} >= ${span.from}::date - interval '1 day' and ${at} < ${span.to}::date + interval '2 days'`
}

/** An upper bound makes the planner choose the index. */
const maxId = Number.MAX_SAFE_INTEGER

/** `useHourSums`: reads the hourly sums and newer rows, else all rows. */
export async function sumByPeriod(db: Db, span: PeriodFilter, useHourSums: boolean): Promise<PeriodSum[]> {
  const since = (source: SumSource) =>
    useHourSums
      ? sql<boolean>`${source.id} > (select number from hour_sum_upto where source = ${sql.lit(source.table)})
          and ${source.id} <= ${sql.lit(maxId)}`
      : sql<boolean>`true`
  const parts = sumSources.map(
    (source) => sql`(${source.selectRows(sql`${since(source)} and ${indexRange(span, source.at)}`)})`,
  )
  const hours = sql`(select kind, lot_id, time_zone as own_zone, hour_at as at, amount_cents, n from hour_sum
    where ${indexRange(span, sql.ref('hour_at'))})`
  const found = await sql<PeriodSum>`
    select kind, to_char(day, ${sql.lit(periodFormats[span.unit])}) as period, sum(amount_cents)::bigint as amount,
      sum(n)::bigint as count
    from (
      select kind, (found.at at time zone found.own_zone)::date as day, sum(amount_cents) as amount_cents, sum(n) as n
      from (${sql.join(useHourSums ? [hours, ...parts] : parts, sql` union all `)}) found
      where ${isInLots(span.lots, sql.ref('found.lot_id'))}
      -- 'offset 0': the day is computed once a row, not for each comparison
      group by 1, 2 offset 0
    ) days
    where day between ${span.from}::date and ${span.to}::date
    group by 1, 2`.execute(db)
  return found.rows
}

export async function countRefusals(db: Db, span: PeriodFilter): Promise<PeriodSum[]> {
  const day = sql`(a.started_at at time zone p.time_zone)::date`
  const found = await sql<PeriodSum>`
    select 'refusal' as kind, to_char(${day}, ${sql.lit(periodFormats[span.unit])}) as period, 0::bigint as amount,
      count(*) as count
    from attempt a
      -- a lateral join looks payments up by key; else the planner reads every payment
      cross join lateral (select lot_id, time_zone from payment where payment.id = a.payment_id offset 0) p
    where a.state = 'refused' and ${indexRange(span, sql.ref('a.started_at'))}
      and ${day} between ${span.from}::date and ${span.to}::date and ${isInLots(span.lots, sql.ref('p.lot_id'))}
    group by 2`.execute(db)
  return found.rows
}

/** Occupied spaces in per cent on each period's fullest day. */
export async function peakOccupancy(db: Db, span: PeriodFilter) {
  const found = await sql<{ period: string; percent: number }>`
    select to_char(day, ${sql.lit(periodFormats[span.unit])}) as period, round(100 * max(share))::int as percent
    from (
      select day, sum(peak_occupied)::numeric / greatest(sum(total_spaces), 1) as share
      from lot_day where day between ${span.from}::date and ${span.to}::date and ${isInLots(span.lots, sql.ref('lot_id'))} group by day
    ) as days
    group by 1`.execute(db)
  return found.rows
}

export async function countUnresolvedPayments(
  db: Db,
  lots: VisibleLots,
): Promise<{ unknown: number; review: number }> {
  return {
    unknown: await countPaymentsInState(db, lots, 'unknown'),
    review: await countPaymentsInState(db, lots, 'review'),
  }
}

/** The total of the list of transactions in that state. */
export async function countPaymentsInState(
  db: Db,
  lots: VisibleLots,
  state: 'unknown' | 'review' | 'waiting',
): Promise<number> {
  const filters = { q: '', lots, method: null, from: null, until: null, state }
  const [list] = queriesPerIndex(narrowPayments(db, filters))
  return list ? (await countCapped(db, list)).total : 0
}
