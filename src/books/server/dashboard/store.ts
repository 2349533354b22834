import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { methods } from '#payment/method.ts'
import { isInIndexedState } from '#payment/server/reads/inState.ts'

/** Days `from` to `to` (both included, 'YYYY-MM-DD') of one lot, or of all. `unit` is how they are summed. */
export type Span = { from: string; to: string; unit: 'day' | 'month'; lotId: number | null }

/** One sum of one period. */
export type Sum = { period: string; amount: number; count: number }

const formats = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

/** The local day of an instant, as the period's text. */
function period(span: Span, at: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${at} at time zone ${zone}, ${sql.lit(formats[span.unit])})`
}

/** Within the span by local day; a wider bound in UTC lets the index narrow it first. */
function within(span: Span, at: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${at} >= ${span.from}::date - interval '1 day' and ${at} < ${span.to}::date + interval '2 days'
    and (${at} at time zone ${zone})::date between ${span.from}::date and ${span.to}::date`
}

/** A payment belongs to the lot of its ticket, or of its reservation before the car came. */
function ofLot(span: Span): RawBuilder<boolean> {
  if (span.lotId === null) return sql<boolean>`true`
  return sql<boolean>`coalesce(
    (select lot_id from ticket where ticket.id = p.ticket_id),
    (select lot_id from reservation where reservation.payment_id = p.id)) = ${span.lotId}`
}

/** Each row's own payment by its key: `offset 0` keeps the planner from reading every payment to join them. */
function paymentOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id, ticket_id, time_zone from payment where payment.id = ${id} offset 0`
}

async function rows(db: Db, query: RawBuilder<Sum>): Promise<Sum[]> {
  return (await query.execute(db)).rows
}

/** What the acquirer confirmed of one kind, in centavos. */
export function ledgerSums(db: Db, span: Span, kind: 'capture' | 'refund'): Promise<Sum[]> {
  const at = sql.ref('l.at')
  const zone = sql.ref('p.time_zone')
  return rows(
    db,
    // A refund below zero is one that came to nothing.
    sql<Sum>`select ${period(span, at, zone)} as period, sum(l.amount_cents)::bigint as amount,
        sum(sign(l.amount_cents))::bigint as count
      from ledger l cross join lateral (${paymentOf(sql.ref('l.payment_id'))}) p
      where l.kind = ${kind} and ${within(span, at, zone)} and ${ofLot(span)} group by 1`,
  )
}

/** What came by Pix, in centavos. */
export function pixSums(db: Db, span: Span): Promise<Sum[]> {
  const at = sql.ref('l.at')
  const zone = sql.ref('p.time_zone')
  return rows(
    db,
    sql<Sum>`select ${period(span, at, zone)} as period, sum(l.amount_cents)::bigint as amount, count(*) as count
      from ledger l join attempt a on a.id = l.attempt_id
        cross join lateral (${paymentOf(sql.ref('l.payment_id'))}) p
      where l.kind = 'capture' and a.payment_type = ${methods.pix.wire} and ${within(span, at, zone)} and ${ofLot(span)}
      group by 1`,
  )
}

/** Payments that the bank refused. */
export function refusalCounts(db: Db, span: Span): Promise<Sum[]> {
  const at = sql.ref('a.started_at')
  const zone = sql.ref('p.time_zone')
  return rows(
    db,
    sql<Sum>`select ${period(span, at, zone)} as period, 0::bigint as amount, count(*) as count
      from attempt a cross join lateral (${paymentOf(sql.ref('a.payment_id'))}) p
      where a.state = 'refused' and ${within(span, at, zone)} and ${ofLot(span)} group by 1`,
  )
}

function onlyLot(span: Span): RawBuilder<boolean> {
  return span.lotId === null ? sql<boolean>`true` : sql<boolean>`t.lot_id = ${span.lotId}`
}

/** What machines and cashiers took, in centavos. */
export function machineSums(db: Db, span: Span): Promise<Sum[]> {
  const at = sql.ref('s.paid_at')
  const zone = sql.ref('lot.time_zone')
  return rows(
    db,
    sql<Sum>`select ${period(span, at, zone)} as period, sum(s.amount_cents)::bigint as amount, count(*) as count
      from paid_segment s
        cross join lateral (select lot_id from ticket where ticket.id = s.ticket_id offset 0) t
        join lot on lot.id = t.lot_id
      where s.source = 'machine' and ${within(span, at, zone)} and ${onlyLot(span)} group by 1`,
  )
}

/** Cars that came in. */
export function entryCounts(db: Db, span: Span): Promise<Sum[]> {
  const at = sql.ref('t.entered_at')
  const zone = sql.ref('lot.time_zone')
  return rows(
    db,
    sql<Sum>`select ${period(span, at, zone)} as period, 0::bigint as amount, count(*) as count
      from ticket t join lot on lot.id = t.lot_id
      -- a replaced ticket's successor is the same car
      where t.replaces_id is null and ${within(span, at, zone)} and ${onlyLot(span)} group by 1`,
  )
}

/** Taken (`count`) and all spaces (`amount`) at each period's fullest day, over the lots. */
export async function peaks(db: Db, span: Span): Promise<Sum[]> {
  const lot = span.lotId === null ? sql`true` : sql`lot_id = ${span.lotId}`
  const found = await sql<Sum>`
    select distinct on (to_char(day, ${sql.lit(formats[span.unit])}))
      to_char(day, ${sql.lit(formats[span.unit])}) as period, total as amount, taken as count
    from (
      select day, sum(peak_occupied) as taken, sum(total_spaces) as total
      from lot_day where day between ${span.from}::date and ${span.to}::date and ${lot} group by day
    ) as days
    order by to_char(day, ${sql.lit(formats[span.unit])}), taken::float / greatest(total, 1) desc`.execute(db)
  return found.rows
}

/** Payments in a state that waits for the acquirer or for staff. */
export async function waitingPayments(db: Db): Promise<{ unknown: number; review: number }> {
  const found = await db
    .selectFrom('payment')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('state', 'in', ['unknown', 'review'])
    .where(isInIndexedState)
    .groupBy('state')
    .execute()
  const of = (state: string) => found.find((row) => row.state === state)?.count ?? 0
  return { unknown: of('unknown'), review: of('review') }
}

/** Lots that have no tariff yet, by name: no car enters there. */
export async function lotsWithoutTariff(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('lot')
    .select(['id', 'name'])
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('tariff').select('tariff.id').whereRef('tariff.lot_id', '=', 'lot.id'))),
    )
    .orderBy('name')
    .execute()
}
