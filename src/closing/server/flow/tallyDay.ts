import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { nextDay } from '#kit/calendar.ts'
import { addMs } from '#kit/clock.ts'
import { startOfDay } from '#kit/localInstant.ts'
import { methodByNumber } from '#payment/method/method.ts'
import { toTillMethod } from '#reporting/tillMethods.ts'
import { maxZoneDifferenceMs } from '#staff/server/localPeriod.ts'
import type { ClosingDocument, ClosingLine } from '../../document.ts'
import { estimateFee, type FeeRow } from '../../fees.ts'
import type { ClosingSection } from '../../sections.ts'
import type { ClosingStart } from '../closingStarts.ts'
import type { ClosingRow } from '../store.ts'

export type LastIds = {
  readonly ledger: number
  readonly segment: number
  readonly take: number
  readonly adjustment: number
}

/** Returns the last ids that the closings of a lot have counted. */
export function lastCountedIds(last: ClosingRow | undefined, start: ClosingStart): LastIds {
  const { ledger, segment, take } = start
  if (!last) return { ledger, segment, take, adjustment: 0 }
  const { ledger_id, segment_id, take_id, adjustment_id } = last
  return { ledger: ledger_id, segment: segment_id, take: take_id, adjustment: adjustment_id }
}

/** Rows after `after` of an earlier day are late, rows after `upto` are not counted. */
type TallyDay = {
  readonly lotId: number
  readonly zone: string
  readonly day: string
  readonly after: LastIds
  readonly upto: LastIds
}

type TallyRow = {
  section: ClosingSection
  payment_type: number | null
  word: string | null
  brand: string | null
  acquirer: string | null
  day: string
  /** Centavos of each row, for fees that are rounded by capture. */
  each: number
  count: number
  cents: number
}

/** `feeEstimate` is null where no fees are set. */
export async function tallyDay(db: Db, day: TallyDay, fees: readonly FeeRow[]) {
  const rows = [
    ...(await moneyRows(db, day)),
    ...(await takeRows(db, day)),
    ...(await lostDisputeRows(db, day)),
    ...(await tillDifferenceRows(db, day)),
    ...(await validationRows(db, day)),
  ]
  const own = rows.filter((row) => row.section === 'portal' && row.day === day.day)
  const lines = new Map<string, ClosingLine>()
  for (const row of rows) {
    const line = lineOf(row, day.day)
    const key = JSON.stringify([line.section, line.method, line.brand, line.acquirer, line.of_day])
    const { count = 0, amount_cents: cents = 0 } = lines.get(key) ?? {}
    lines.set(key, { ...line, count: count + line.count, amount_cents: cents + line.amount_cents })
  }
  return {
    lot_id: day.lotId,
    day: day.day,
    time_zone: day.zone,
    lines: [...lines.values()],
    ...(await countCars(db, day)),
    ...(await countOpen(db, day.lotId)),
    feeEstimate: fees.length === 0 ? null : own.reduce((sum, row) => sum + row.count * feeOf(fees, row), 0),
  }
}

function lineOf({ section, day, ...row }: TallyRow, closedDay: string): ClosingLine {
  const isLate = section !== 'adjustment' && day !== closedDay
  // Machines and tills both say 'cash'.
  const word = isLate && section === 'till' ? toTillMethod(row.word) : row.word
  return {
    section: isLate ? 'late' : section,
    method: row.payment_type === null ? word : methodByNumber(row.payment_type),
    brand: row.brand,
    acquirer: row.acquirer,
    of_day: isLate || section === 'adjustment' ? day : null,
    count: row.count,
    amount_cents: row.cents,
  }
}

function feeOf(fees: readonly FeeRow[], row: TallyRow): number {
  if (row.payment_type === null || row.acquirer === null) return 0
  const { acquirer, brand, each: cents } = row
  return estimateFee(fees, { acquirer, brand, cents, method: methodByNumber(row.payment_type) })
}

/** Conditions of the rows of a day. The widened range of instants lets an index apply. */
function conditionsOf({ zone, day }: TallyDay) {
  const [begins, ends] = [startOfDay(day, zone), startOfDay(nextDay(day), zone)]
  const around = (at: string) => sql`(${sql.ref(at)} >= ${addMs(begins, -maxZoneDifferenceMs)}::timestamptz
    and ${sql.ref(at)} < ${addMs(ends, maxZoneDifferenceMs)}::timestamptz)`
  return {
    around,
    near: (at: string, id: string, from: number) => sql`(${sql.ref(id)} > ${from} or ${around(at)})`,
    counted: (id: string, from: number, last: number) => sql`
      ${sql.ref(id)} <= ${last} and (day = ${day}::date or (day < ${day}::date and ${sql.ref(id)} > ${from}))`,
  }
}

/** What tills took; an undone take is a row below zero. */
async function takeRows(db: Db, counting: TallyDay): Promise<TallyRow[]> {
  const { lotId, after, upto } = counting
  const { near, counted } = conditionsOf(counting)
  const found = await sql<TallyRow>`
    select 'till' as section, null as payment_type, word, null as brand, null as acquirer,
      to_char(day, 'YYYY-MM-DD') as day, 0 as each, sum(n)::int as count, sum(amount_cents)::bigint as cents
    from (
      select method as word, (at at time zone time_zone)::date as day, id, amount_cents, sign(amount_cents)::int as n
      from till_take where lot_id = ${lotId} and ${near('at', 'id', after.take)}
    ) taken
    where ${counted('taken.id', after.take, upto.take)}
    group by word, day`.execute(db)
  return found.rows
}

/** A denied refund is a refund below zero; a day is of the row's own time zone (docs/spec.md#r42). */
async function moneyRows(db: Db, counting: TallyDay): Promise<TallyRow[]> {
  const { lotId, day, after, upto } = counting
  const { around, near, counted } = conditionsOf(counting)
  const found = await sql<TallyRow>`
    select section, payment_type, word, brand, acquirer, to_char(day, 'YYYY-MM-DD') as day, each,
      sum(n)::int as count, sum(cents)::bigint as cents
    from (
      select case l.kind when 'capture' then 'portal' else 'refund' end as section, a.payment_type, null as word,
        a.card_brand as brand, a.acquirer, (l.at at time zone p.time_zone)::date as day, l.id,
        case l.kind when 'capture' then l.amount_cents else 0 end as each, sign(l.amount_cents)::int as n,
        case l.kind when 'capture' then l.amount_cents else -l.amount_cents end as cents
      from ledger l
        join payment p on p.id = l.payment_id
        join attempt a on a.id = l.attempt_id
      where p.lot_id = ${lotId} and ${near('l.at', 'l.id', after.ledger)}
    ) booked
    where ${counted('booked.id', after.ledger, upto.ledger)}
    group by 1, 2, 3, 4, 5, day, each
    union all
    select section, null, word, null, null, to_char(day, 'YYYY-MM-DD'), 0, count(*)::int, sum(amount_cents)::bigint
    from (
      select s.source as section, case s.source when 'machine' then s.method end as word,
        (s.paid_at at time zone v.time_zone)::date as day, s.id, s.amount_cents
      from (
        select * from paid_segment where source = 'machine' and ${near('paid_at', 'id', after.segment)}
        union all
        select * from paid_segment where source = 'waiver' and ${around('paid_at')}
      ) s
        join ticket t on t.id = s.ticket_id
        join tariff v on v.id = t.tariff_id
      where t.lot_id = ${lotId}
    ) paid
    where ${counted('paid.id', after.segment, upto.segment)} and (section = 'machine' or day = ${day}::date)
    group by 1, 3, day
    union all
    select 'adjustment', null, null, null, null, to_char(of_day, 'YYYY-MM-DD'), 0, count(*)::int, sum(amount_cents)::bigint
    from closing_adjustment
    where lot_id = ${lotId} and id > ${after.adjustment} and id <= ${upto.adjustment}
    group by of_day`.execute(db)
  return found.rows
}

/** Of tills that were closed on the day, also where nothing differs. */
async function tillDifferenceRows(db: Db, { lotId, zone, day }: TallyDay): Promise<TallyRow[]> {
  const found = await sql<TallyRow>`
    select 'till_difference' as section, null as payment_type, null as word, null as brand, null as acquirer,
      ${day}::text as day, 0 as each, count(*)::int as count, sum(counted_cents - expected_cents)::bigint as cents
    from till
    where lot_id = ${lotId} and closed_at is not null and (closed_at at time zone ${zone})::date = ${day}::date
    having count(*) > 0`.execute(db)
  return found.rows
}

/** What was granted by validations that were fixed on the day of the ticket's own time zone; never late. */
async function validationRows(db: Db, counting: TallyDay): Promise<TallyRow[]> {
  const { lotId, day } = counting
  const found = await sql<TallyRow>`
    select 'validation' as section, null as payment_type, null as word, null as brand, null as acquirer,
      ${day}::text as day, 0 as each, count(*)::int as count, sum(granted_cents)::bigint as cents
    from validation
    where lot_id = ${lotId} and ${conditionsOf(counting).around('fixed_at')}
      and (fixed_at at time zone time_zone)::date = ${day}::date
    having count(*) > 0`.execute(db)
  return found.rows
}

/** Lost disputes are outside the total, because the acquirer nets them in its payout. */
async function lostDisputeRows(db: Db, { lotId, zone, day }: TallyDay): Promise<TallyRow[]> {
  const found = await sql<TallyRow>`
    select 'dispute' as section, null as payment_type, null as word, null as brand, a.acquirer, ${day}::text as day,
      0 as each, count(*)::int as count, sum(d.amount_cents)::bigint as cents
    from dispute d
      join payment p on p.id = d.payment_id
      join sale_event e on e.id = d.sale_event_id
      join attempt a on a.id = e.attempt_id
    where p.lot_id = ${lotId} and d.state in ('accepted', 'lost')
      and (d.changed_at at time zone ${zone})::date = ${day}::date
    group by a.acquirer`.execute(db)
  return found.rows
}

type CarCounts = Pick<ClosingDocument, 'cars_entered' | 'cars_left' | 'cars_inside'>

async function countCars(db: Db, { lotId, zone, day }: TallyDay): Promise<CarCounts> {
  const begins = sql`(${day}::date::timestamp at time zone ${zone})`
  const ends = sql`((${day}::date + 1)::timestamp at time zone ${zone})`
  const { rows } = await sql<CarCounts>`
    select count(*) filter (where replaces_id is null and entered_at >= ${begins})::int as cars_entered,
      count(*) filter (where exited_at >= ${begins} and exited_at < ${ends})::int as cars_left,
      count(*) filter (where (exited_at is null or exited_at >= ${ends})
        and id not in (select replaces_id from ticket where replaces_id is not null))::int as cars_inside
    from ticket
    where lot_id = ${lotId} and entered_at < ${ends} and (exited_at is null or exited_at >= ${begins})`.execute(
    db,
  )
  return rows[0] ?? { cars_entered: 0, cars_left: 0, cars_inside: 0 }
}

type OpenPayments = Pick<ClosingDocument, 'open_unknown' | 'open_review' | 'open_cents'>

/** Each payment counts once: as unknown, else as waiting for a person. */
async function countOpen(db: Db, lotId: number): Promise<OpenPayments> {
  const { rows } = await sql<OpenPayments>`
    select count(*) filter (where p.state = 'unknown')::int as open_unknown,
      count(*) filter (where p.state <> 'unknown')::int as open_review,
      coalesce(sum(p.amount_cents), 0)::bigint as open_cents
    from (
      select id from payment where lot_id = ${lotId} and state in ('unknown', 'review')
      union select payment_id from review_case where closed_at is null
      union select payment_id from dispute where state = 'open'
    ) waiting join payment p on p.id = waiting.id
    where p.lot_id = ${lotId}`.execute(db)
  return rows[0] ?? { open_unknown: 0, open_review: 0, open_cents: 0 }
}
