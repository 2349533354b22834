import { toReais } from '#kit/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { MatchStatus, WireComparedRow } from '../../reconciliation.ts'
import { acquirerCompany } from './store.ts'

const undatedNoteSql = sql.lit('dia da venda: o arquivo não diz quando foi cancelada')
const brasiliaZone = sql.lit('America/Sao_Paulo')

/** Centavos that the statement says and that the ledger has. */
export type ComparedRow = Omit<WireComparedRow, 'in_statement' | 'in_ledger'> & {
  statement_cents: number | null
  ledger_cents: number | null
  payment_id: number | null
}

/** Sums lines by attempt and kind. Leaves out attempts without ledger entries whose lines sum to zero. */
function statementSums(id: number): RawBuilder<unknown> {
  return sql`
    undone as (
      select l.attempt_id from statement_line l where l.statement_id = ${id}
        and not exists (select 1 from ledger where ledger.attempt_id = l.attempt_id)
      group by l.attempt_id having sum(case l.kind when 'capture' then l.amount_cents else -l.amount_cents end) = 0
    ),
    stated as (
      select l.attempt_id, l.kind, sum(l.amount_cents)::bigint as amount, min(l.day) as day,
        bool_or(l.undated) as undated, sum(l.fee_cents)::bigint as fee, min(l.payout_day) as payout
      from statement_line l where l.statement_id = ${id} and l.attempt_id is not null
        and not exists (select 1 from undone where undone.attempt_id = l.attempt_id)
      group by l.attempt_id, l.kind
    )`
}

/**
 * Sums ledger entries by attempt and kind, without refunds that were denied and that a statement with the sale
 * does not have: it has no denial either.
 */
const bookedSums = sql`
    moved as (
      select attempt_id, kind, sum(amount_cents)::bigint as amount, min(day) as day,
        coalesce(sum(amount_cents) filter (where is_denial), 0)::bigint as denied
      from (select * from in_period union all select * from nearest) as all_moved
      group by attempt_id, kind
    ),
    denied_refund as (
      select r.attempt_id, least(denials.cents, greatest(r.amount - coalesce(stated.amount, 0), 0)) as cents
      from moved r
      cross join lateral (
        select -sum(ledger.amount_cents)::bigint as cents from ledger
        where ledger.attempt_id = r.attempt_id and ledger.amount_cents < 0
      ) as denials
      left join stated on stated.attempt_id = r.attempt_id and stated.kind = 'refund'
      where r.kind = 'refund' and denials.cents > 0
        and exists (select 1 from stated s where s.attempt_id = r.attempt_id and s.kind = 'capture')
    ),
    booked as (
      select moved.attempt_id, moved.kind, moved.day,
        moved.amount - least(coalesce(d.cents, 0), case moved.kind when 'refund' then moved.amount else moved.denied end) as amount
      from moved left join denied_refund d on d.attempt_id = moved.attempt_id
    )`

function unreadRows(id: number): RawBuilder<unknown> {
  return sql`select 'line-' || lpad(u.n::text, 8, '0'), 'not_understood', null, null, null, null, null, null, null,
      'linha ' || u.n || ': ' || u.reason, null, null
    from statement, jsonb_to_recordset(statement.unread) as u(n integer, reason text) where statement.id = ${id}`
}

/**
 * Joins statement lines and ledger entries by attempt and kind; days are Brasília's (docs/spec.md#r42). A failed
 * refund counts as a capture: netted with its refund, both would disappear.
 */
function comparisonQuery(id: number): RawBuilder<ComparedRow> {
  return sql<ComparedRow>`
    with s as (select * from statement where id = ${id}),
    ${statementSums(id)},
    movement as not materialized (
      select attempt_id, payment_id, at, abs(amount_cents) as amount_cents, amount_cents < 0 as is_denial,
        case when amount_cents < 0 then 'capture' else kind end as kind
      from ledger
    ),
    in_period as (
      select l.attempt_id, l.kind, l.amount_cents, l.is_denial, (l.at at time zone ${brasiliaZone})::date as day
      from movement l join attempt a on a.id = l.attempt_id
      where l.at >= (select from_day from s)::timestamp at time zone ${brasiliaZone}
        and l.at < ((select to_day from s) + 1)::timestamp at time zone ${brasiliaZone}
        and coalesce(${acquirerCompany(sql`a.acquirer`)} = any(string_to_array((select companies from s), ',')), true)
    ),
    -- the nearest movement of an attempt that a line names and that has none in the period
    nearest as (
      select distinct on (l.attempt_id, l.kind) l.attempt_id, l.kind, l.amount_cents, l.is_denial,
        (l.at at time zone ${brasiliaZone})::date as day
      from stated join movement l on l.attempt_id = stated.attempt_id and l.kind = stated.kind
      where not exists (select 1 from in_period where in_period.attempt_id = stated.attempt_id and in_period.kind = stated.kind)
      order by l.attempt_id, l.kind, l.amount_cents <> stated.amount, abs(extract(epoch from l.at - stated.day::timestamp at time zone ${brasiliaZone}))
    ),
    ${bookedSums},
    both_sides as (
      select coalesce(stated.attempt_id, booked.attempt_id) as attempt_id, coalesce(stated.kind, booked.kind) as kind,
        stated.amount as statement_cents, booked.amount as ledger_cents, coalesce(stated.day, booked.day) as day, null::text as note,
        stated.undated, stated.fee, stated.payout
      from stated full join (select * from booked where amount > 0) as booked on booked.attempt_id = stated.attempt_id and booked.kind = stated.kind
      union all
      select null, kind, amount_cents, null, day,
        'linha ' || n || ': ' || concat_ws(', ', order_key, 'NSU ' || nsu, reference, end_to_end_id),
        undated, fee_cents, payout_day
      from statement_line where statement_id = ${id} and attempt_id is null
    )
    select concat_ws('-', b.attempt_id, b.kind, b.note) as key,
      case when b.statement_cents is null then 'only_ledger' when b.ledger_cents is null then 'only_statement'
        when b.statement_cents <> b.ledger_cents then 'amount' else 'match' end as standing,
      b.kind, to_char(b.day, 'YYYY-MM-DD') as day, b.statement_cents, b.ledger_cents, p.token, p.id as payment_id, p.ticket_code,
      nullif(concat_ws('; ', b.note, case when b.undated then ${undatedNoteSql} end), '') as note,
      b.fee, to_char(b.payout, 'YYYY-MM-DD') as payout_day
    from both_sides b left join attempt a on a.id = b.attempt_id left join payment p on p.id = a.payment_id
    union all ${unreadRows(id)}`
}

const statusOrder = sql`array_position(array['only_ledger', 'only_statement', 'amount', 'not_understood', 'match'], standing)`

type ComparisonFilter = { id: number; standing: MatchStatus | null }

function statusCondition(standing: MatchStatus | null) {
  return standing === null ? sql`true` : sql`standing = ${standing}`
}

/** Differences first, then by day. */
export async function findComparedPage(db: Db, query: ComparisonFilter & { page: number; perPage: number }) {
  const all = comparisonQuery(query.id)
  const condition = statusCondition(query.standing)
  const { rows } = await sql<ComparedRow>`
    select * from (${all}) as compared where ${condition} order by ${statusOrder}, day, key
    limit ${query.perPage} offset ${(query.page - 1) * query.perPage}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${all}) as compared where ${condition}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The newest day first. */
export async function findAllCompared(db: Db, { id, standing }: ComparisonFilter) {
  const found = sql<ComparedRow>`select * from (${comparisonQuery(id)}) as compared
    where ${statusCondition(standing)} order by day desc nulls last, key desc`
  return (await found.execute(db)).rows
}

/** Reais; `amount` sums the differences. */
export async function sumByStatus(db: Db, id: number) {
  const { rows } = await sql<{ standing: MatchStatus; count: number; amount: number }>`
    select standing, count(*) as count, sum(case when standing = 'amount' then abs(statement_cents - ledger_cents)
      else coalesce(statement_cents, ledger_cents) end)::bigint as amount
    from (${comparisonQuery(id)}) as compared group by standing`.execute(db)
  const of = (standing: MatchStatus) => {
    const found = rows.find((row) => row.standing === standing)
    return { count: found?.count ?? 0, amount: toReais(found?.amount ?? 0) }
  }
  return {
    only_ledger: of('only_ledger'),
    only_statement: of('only_statement'),
    amount: of('amount'),
    match: of('match'),
  }
}
