import { queryOnce } from '../../test/support/database/queryOnce.ts'

const ticketCode = "'8' || lpad(n::text, 12, '0')"

/** The ticket of the n-th stay; n begins with 1. */
export const stayedCode = (n: number) => `8${String(n).padStart(12, '0')}`
/** A word of every payer's name, and one of every thousandth's. */
export const names = { ofAll: 'maria', ofFew: 'souza007' } as const

/** Tables with rows of a paid stay, and the columns that differ between stays. */
const copies = [
  [
    'ticket',
    `'code', ${ticketCode}, 'lot_id', 1 + n % 3, 'entered_at', at - interval '2 hours', 'exited_at', at, 'created_at', at`,
  ],
  [
    'payment',
    `'token', md5('t' || n), 'session_hash', md5('s' || n), 'ticket_id', id.ticket + n, 'lot_id', 1 + n % 3, 'created_at', at, 'updated_at', at,
     'paid_at', at, 'exit_deadline_at', at, 'ticket_code', ${ticketCode},
     'payer', (sample.whole).payer || jsonb_build_object('name', 'Maria Souza' || lpad((n % 1000)::text, 3, '0'))`,
  ],
  [
    'attempt',
    `'payment_id', id.payment + n, 'order_key', md5('o' || n), 'reference', md5('r' || n), 'return_nonce_hash', md5('n' || n),
     'nsu', lpad((n % 1000000)::text, 6, '0'), 'started_at', at, 'answered_at', at`,
  ],
  ['ledger', "'payment_id', id.payment + n, 'attempt_id', id.attempt + n, 'at', at"],
  [
    'paid_segment',
    "'ticket_id', id.ticket + n, 'payment_id', id.payment + n, 'paid_at', at, 'exit_deadline_at', at",
  ],
] as const

/**
 * Inserts a year of paid stays, each a copy of the newest purchase in every table, whatever its columns, with its audit
 * rows. Needs that purchase.
 */
export async function fillHistory(databaseUrl: string, stays: number): Promise<void> {
  const newest = [...copies.map(([table]) => table), 'audit']
    .map((table) => `(select max(id) from ${table}) as ${table}`)
    .join(', ')
  await queryOnce(databaseUrl, `create table bench_newest as select ${newest}`)
  for (const [table, differs] of copies)
    await fill(
      databaseUrl,
      table,
      `insert into ${table} overriding system value
         select made.*
         from bench_newest id, generate_series(1, ${stays}) n, ${instant(stays)},
           lateral (select one as whole from ${table} one where one.id = id.${table}) sample,
           lateral jsonb_populate_record(sample.whole, jsonb_build_object('id', id.${table} + n, ${differs})) made`,
    )
  await fill(
    databaseUrl,
    'audit',
    `with sample as materialized (
       select one as whole, row_number() over (order by one.id) as nth, count(*) over () as of_all
       from audit one join bench_newest id on one.subject = 'payment' and one.subject_id = id.payment::text)
     insert into audit overriding system value
       select made.*
       from bench_newest id, generate_series(1, ${stays}) n, ${instant(stays)}, sample,
         lateral jsonb_populate_record(sample.whole,
           jsonb_build_object('id', id.audit + (n - 1) * of_all + nth, 'at', at, 'subject_id', (id.payment + n)::text)) made`,
  )
}

/** Fills a table without indexes, which are created afterwards, and without checking references (docs/performance.md). */
async function fill(databaseUrl: string, table: string, insert: string): Promise<void> {
  const { rows } = await queryOnce(
    databaseUrl,
    `select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and tablename = $1
       and indexname not in (select conname from pg_constraint)`,
    [table],
  )
  const drops = rows.map(({ name }) => `drop index ${String(name)};`).join(' ')
  const makes = rows.map(({ made }) => `${String(made)};`).join(' ')
  await queryOnce(
    databaseUrl,
    `${withoutChecks}; set maintenance_work_mem = '1GB'; ${drops} ${insert}; ${makes} ${counted(table)}`,
  )
}

/** Skips the check of references: the inserted rows refer to existing ones. */
export const withoutChecks = 'set session_replication_role = replica'

/** The instant of the n-th stay; the first is yesterday. */
const instant = (stays: number) =>
  `lateral (select now() - interval '1 day' - n * interval '1 year' / ${stays} as at) instant`

const counted = (table: string) =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table})); analyze ${table}`
