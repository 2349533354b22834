import { setImmediate as turn } from 'node:timers/promises'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { toReais } from '#kit/money.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db, StatementTable } from '#db/schema.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { isInLots } from '#staff/server/member.ts'

function statements(db: Db) {
  return db
    .selectFrom('statement')
    .leftJoin('user_account', 'user_account.id', 'statement.uploaded_by')
    .select(['statement.id', 'statement.name', 'statement.line_count', 'statement.uploaded_at'])
    .select([
      'user_account.name as uploader',
      sql<string>`to_char(from_day, 'YYYY-MM-DD')`.as('from_day'),
      sql<string>`to_char(to_day, 'YYYY-MM-DD')`.as('to_day'),
    ])
}
export type Statement = NonNullable<Awaited<ReturnType<typeof statementById>>>

export async function statementById(db: Db, id: number) {
  return statements(db).where('statement.id', '=', id).executeTakeFirst()
}

export async function statementBySha256(db: Db, sha256: string) {
  return statements(db).where('statement.sha256', '=', sha256).executeTakeFirstOrThrow()
}

export function searchStatements(db: Db, { q, ...request }: PageRequest & { q: string }) {
  const named = statements(db).where(containsText('statement.name', q))
  return fetchPage(db, named, request, (list) => list.orderBy('statement.id', 'desc'))
}

/** Null when the same file is stored already. */
export async function insertStatement(db: Db, statement: Insertable<StatementTable>): Promise<number | null> {
  const row = await db
    .insertInto('statement')
    .values(statement)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** `lines` is JSON of `StatementLine[]`. */
export async function insertLines(db: Db, id: number, lines: string): Promise<void> {
  // The embedded database answers within the same turn of the event loop.
  await turn()
  await sql`
    insert into statement_line
      (statement_id, n, day, kind, amount_cents, reference, order_key, nsu, authorisation_code,
      end_to_end_id, undated, fee_cents, payout_day)
    select ${id}, (l->>'n')::int, (l->>'day')::date, l->>'kind', (l->>'amountCents')::bigint,
      l->>'reference', l->>'orderKey', l->>'nsu', l->>'authorisationCode', l->>'endToEndId',
      (l->>'undated')::boolean, (l->>'feeCents')::bigint, (l->>'payoutDay')::date
    from jsonb_array_elements(${lines}::jsonb) as l`.execute(db)
}

const matchConditions = [
  [sql`a.reference = l.reference`, sql`lower(a.reference) = lower(l.reference)`],
  [sql`a.order_key = l.order_key`, sql`lower(a.order_key) = lower(l.order_key)`],
  [sql`a.end_to_end_id = l.end_to_end_id`, sql`lower(a.end_to_end_id) = lower(l.end_to_end_id)`],
  [
    sql`a.nsu = l.nsu and a.authorisation_code = l.authorisation_code`,
    // Spreadsheets drop leading zeros.
    sql`ltrim(a.nsu, '0') = ltrim(l.nsu, '0')
      and ltrim(lower(a.authorisation_code), '0') = ltrim(lower(l.authorisation_code), '0')`,
  ],
] as const

/** Conditions are tried in order: reference, order key, Pix id, NSU with authorisation code. */
export async function matchLines(db: Db, id: number): Promise<void> {
  for (const condition of matchConditions.flat()) {
    await turn()
    await sql`
      update statement_line l set attempt_id = a.id from attempt a
      where l.statement_id = ${id} and l.attempt_id is null and ${condition}`.execute(db)
  }
}

/** 'cielo_pix' -> 'cielo'. */
export function acquirerCompany(acquirer: RawBuilder<string>) {
  return sql<string>`split_part(${acquirer}, '_', 1)`
}

/** Stores the companies of the matched attempts, or `names` if no line matched. */
export async function storeCompanies(db: Db, id: number, names: readonly string[]): Promise<void> {
  await sql`
    update statement set companies = (
      with named as (
        select a.acquirer from statement_line l join attempt a on a.id = l.attempt_id where l.statement_id = ${id}
      ), own as (
        select acquirer from named union all
        select unnest(${[...names]}::text[]) where not exists (select 1 from named)
      )
      select string_agg(distinct ${acquirerCompany(sql`acquirer`)}, ',') from own
    ) where id = ${id}`.execute(db)
}

/** Rows of the file, and sums in reais by kind. */
export async function countStatementRows(db: Db, id: number) {
  const counted = await db
    .selectFrom('statement')
    .select(['row_count', 'line_count', 'other_out_count', 'other_out_cents'])
    .select(sql<number>`jsonb_array_length(unread)`.as('unread_count'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sums = await db
    .selectFrom('statement_line')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount_cents').as('cents'),
    ])
    .where('statement_id', '=', id)
    .groupBy('kind')
    .execute()
  const of = (kind: 'capture' | 'refund') => {
    const found = sums.find((sum) => sum.kind === kind)
    return { count: found?.count ?? 0, amount: toReais(found?.cents ?? 0) }
  }
  const { row_count: read, line_count: stored, unread_count, other_out_count: count } = counted
  return {
    rows: { read, stored, not_understood: unread_count },
    kinds: {
      capture: of('capture'),
      refund: of('refund'),
      other_out: { count, amount: toReais(counted.other_out_cents) },
    },
  }
}

type FeeFilter = { unit: 'month' | 'year'; from: string; to: string; lots: VisibleLots }

/**
 * Sums fees in reais by month or year of the sale, less those of refunds. The newer of two statements with a
 * sale counts.
 */
export async function sumStatementFees(db: Db, filter: FeeFilter): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ period: string; cents: number }>`
    select to_char(day, ${filter.unit === 'month' ? 'YYYY-MM' : 'YYYY'}) as period, sum(cents)::bigint as cents
    from (
      select distinct on (l.attempt_id, l.kind) min(l.day) as day,
        sum(case l.kind when 'capture' then l.fee_cents else -l.fee_cents end) as cents
      from statement_line l join attempt a on a.id = l.attempt_id join payment p on p.id = a.payment_id
      where l.fee_cents is not null and l.day >= ${filter.from}::date and l.day <= ${filter.to}::date
        and ${isInLots(filter.lots, sql.ref('p.lot_id'))}
      group by l.statement_id, l.attempt_id, l.kind
      order by l.attempt_id, l.kind, l.statement_id desc
    ) as newest
    group by 1`.execute(db)
  return new Map(rows.map(({ period, cents }) => [period, toReais(cents)]))
}

export async function deleteStatement(db: Db, id: number): Promise<{ name: string } | undefined> {
  return db.deleteFrom('statement').where('id', '=', id).returning('name').executeTakeFirst()
}
