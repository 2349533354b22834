import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { maxZoneDifferenceMs } from '#staff/server/localPeriod.ts'
import { isInLots } from '#staff/server/member.ts'
import { narrowTickets, type TicketFilters } from '#ticket/server/backoffice/ticketsList.ts'

export type RevenueSum = {
  readonly lot_id: number
  readonly source: 'portal' | 'machine' | 'till'
  /** Number of a row of `method.ts`; null for a machine or till. */
  readonly payment_type: number | null
  readonly word: string | null
  /** Whether the row is of the same weekday a week earlier, up to the same minute. */
  readonly is_before: boolean
  readonly hour: number
  /** Refunds are negative; captures and failed refunds are positive. */
  readonly cents: number
  readonly captures: number
}

/**
 * Sums today and the same weekday before, in each row's own time zone (docs/spec.md#r42). The bounds let the
 * indexes apply; `since` is when the earliest lot's day began.
 */
export async function sumRevenue(db: Db, lots: VisibleLots, { since, now }: { since: Date; now: Date }) {
  const from = addMs(since, -maxZoneDifferenceMs)
  const near = (at: string) => sql`(
    ${sql.ref(at)} >= ${from}::timestamptz and ${sql.ref(at)} <= ${now}::timestamptz + interval '1 hour'
    or ${sql.ref(at)} >= ${addMs(from, -7 * dayMs)}::timestamptz
      and ${sql.ref(at)} <= ${addMs(now, maxZoneDifferenceMs - 7 * dayMs)}::timestamptz)`
  const { rows } = await sql<RevenueSum>`
    select lot_id, source, payment_type, word, wall::date < today as is_before, extract(hour from wall)::int as hour,
      sum(cents)::bigint as cents, count(*) filter (where is_capture)::int as captures
    from (
      select taken.*, lot.today, lot.wall_now
      from (
        select p.lot_id, 'portal' as source, a.payment_type, null as word, l.at at time zone p.time_zone as wall,
          case l.kind when 'capture' then l.amount_cents else -l.amount_cents end as cents,
          l.kind = 'capture' as is_capture
        from ledger l
          cross join lateral (select payment_type from attempt where attempt.id = l.attempt_id offset 0) a
          cross join lateral (select lot_id, time_zone from payment where payment.id = l.payment_id offset 0) p
        where ${near('l.at')}
        union all
        select t.lot_id, 'machine', null, s.method, s.paid_at at time zone t.time_zone, s.amount_cents, false
        from paid_segment s
          cross join lateral (
            select ticket.lot_id, tariff.time_zone from ticket join tariff on tariff.id = ticket.tariff_id
            where ticket.id = s.ticket_id offset 0) t
        where s.source = 'machine' and ${near('s.paid_at')}
        union all
        select k.lot_id, 'till', null, k.method, k.at at time zone k.time_zone, k.amount_cents, false
        from till_take k
        where ${near('k.at')}
      ) taken
        join (
          select id, (${now}::timestamptz at time zone time_zone)::date as today,
            date_trunc('minute', ${now}::timestamptz at time zone time_zone) as wall_now
          from lot where ${lots}::int[] is null or id = any(${lots}::int[])
        ) lot on lot.id = taken.lot_id
    ) taken
    where wall::date = today or wall::date = today - 7 and date_trunc('minute', wall) <= wall_now - interval '7 days'
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Counts refused attempts of the day, in each payment's own time zone. */
export async function countRefusalsByLot(
  db: Db,
  lots: VisibleLots,
  { since, now }: { since: Date; now: Date },
) {
  const from = addMs(since, -maxZoneDifferenceMs)
  const { rows } = await sql<{ lot_id: number; count: number }>`
    select lot.id as lot_id, count(*)::int as count
    from attempt a
      cross join lateral (select lot_id, time_zone from payment where payment.id = a.payment_id offset 0) p
      join lot on lot.id = p.lot_id
    where a.state = 'refused' and a.started_at between ${from}::timestamptz and ${now}::timestamptz
      and (a.started_at at time zone p.time_zone)::date = (${now}::timestamptz at time zone lot.time_zone)::date
      and ${isInLots(lots, sql.ref('lot.id'))}
    group by 1`.execute(db)
  return new Map(rows.map(({ lot_id, count }) => [lot_id, count]))
}

/** Devices with an open alert of their silence, as far as all their lots are visible. */
export async function listSilentDevices(db: Db, lots: VisibleLots) {
  return db
    .selectFrom('alert')
    .innerJoin('device', (join) => join.on(sql`device.id::text`, '=', sql.ref('alert.ref')))
    .select(['device.name', 'device.lot_ids'])
    .where('alert.kind', '=', 'device_silent')
    .where('alert.raised_at', 'is not', null)
    .where('alert.cleared_at', 'is', null)
    .where(sql<boolean>`(${lots}::int[] is null or device.lot_ids <@ ${lots}::int[])`)
    .orderBy('device.name')
    .execute()
}

export async function countTicketsByLot(db: Db, filters: Omit<TicketFilters, 'q'>) {
  const list = await narrowTickets(db, { ...filters, q: '' })
  if (list === null) return new Map<number, number>()
  const rows = await db
    .selectFrom('ticket')
    .innerJoin(list.as('listed'), 'listed.id', 'ticket.id')
    .select(['ticket.lot_id', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('ticket.lot_id')
    .execute()
  return new Map(rows.map(({ lot_id, count }) => [lot_id, count]))
}
