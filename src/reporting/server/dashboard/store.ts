import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { counted } from '#kit/server/db/query/counted.ts'
import { queriesOf } from '#review/server/backoffice/paymentPage.ts'
import { narrowPayments } from '#review/server/backoffice/searchPayments.ts'
import type { Lots } from '#session/server/caller.ts'
import { withinLots } from '#staff/server/member.ts'
import { type Source, sources, type SumKind } from '../sums/sources.ts'

/** Both days included, 'YYYY-MM-DD'. */
export type Span = { from: string; to: string; unit: 'day' | 'month'; lots: Lots }

/** Centavos. */
export type Sum = { kind: SumKind | 'refusal'; period: string; amount: number; count: number }

const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

/** A wider range, so that an index applies. */
function near(span: Span, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${at} >= ${span.from}::date - interval '1 day' and ${at} < ${span.to}::date + interval '2 days'`
}

/** An upper bound makes the planner choose the index. */
const mostNumber = Number.MAX_SAFE_INTEGER

/** `kept`: from the hourly sums and newer rows, else from all rows. */
export async function sumsOf(db: Db, span: Span, kept: boolean): Promise<Sum[]> {
  const since = (source: Source) =>
    kept
      ? sql<boolean>`${source.number} > (select number from hour_sum_upto where source = ${sql.lit(source.table)})
          and ${source.number} <= ${sql.lit(mostNumber)}`
      : sql<boolean>`true`
  const parts = sources.map(
    (source) => sql`(${source.rows(sql`${since(source)} and ${near(span, source.at)}`)})`,
  )
  const hours = sql`(select kind, lot_id, time_zone as own_zone, hour_at as at, amount_cents, n from hour_sum
    where ${near(span, sql.ref('hour_at'))})`
  const zone = sql`coalesce(nullif(found.own_zone, ''), lot.time_zone)`
  const found = await sql<Sum>`
    select kind, to_char(day, ${sql.lit(formats[span.unit])}) as period, sum(amount_cents)::bigint as amount,
      sum(n)::bigint as count
    from (
      select kind, (found.at at time zone ${zone})::date as day, sum(amount_cents) as amount_cents, sum(n) as n
      from (${sql.join(kept ? [hours, ...parts] : parts, sql` union all `)}) found
        left join lot on lot.id = found.lot_id
      where ${withinLots(span.lots, sql.ref('found.lot_id'))}
      -- 'offset 0': the day is computed once a row, not for each comparison
      group by 1, 2 offset 0
    ) days
    where day between ${span.from}::date and ${span.to}::date
    group by 1, 2`.execute(db)
  return found.rows
}

export async function refusalCounts(db: Db, span: Span): Promise<Sum[]> {
  const day = sql`(a.started_at at time zone p.time_zone)::date`
  const found = await sql<Sum>`
    select 'refusal' as kind, to_char(${day}, ${sql.lit(formats[span.unit])}) as period, 0::bigint as amount,
      count(*) as count
    from attempt a
      -- by its key: else the planner reads every payment to join them
      cross join lateral (select lot_id, time_zone from payment where payment.id = a.payment_id offset 0) p
    where a.state = 'refused' and ${near(span, sql.ref('a.started_at'))}
      and ${day} between ${span.from}::date and ${span.to}::date and ${withinLots(span.lots, sql.ref('p.lot_id'))}
    group by 2`.execute(db)
  return found.rows
}

/** Occupied spaces in per cent on each period's fullest day. */
export async function peaks(db: Db, span: Span) {
  const found = await sql<{ period: string; percent: number }>`
    select to_char(day, ${sql.lit(formats[span.unit])}) as period, round(100 * max(share))::int as percent
    from (
      select day, sum(peak_occupied)::numeric / greatest(sum(total_spaces), 1) as share
      from lot_day where day between ${span.from}::date and ${span.to}::date and ${withinLots(span.lots, sql.ref('lot_id'))} group by day
    ) as days
    group by 1`.execute(db)
  return found.rows
}

export async function waitingPayments(db: Db, lots: Lots): Promise<{ unknown: number; review: number }> {
  const filters = { q: '', lots, method: null, from: null, until: null }
  const count = async (state: 'unknown' | 'review') => {
    const [list] = queriesOf(narrowPayments(db, { ...filters, state }))
    return list ? (await counted(db, list)).total : 0
  }
  return { unknown: await count('unknown'), review: await count('review') }
}
