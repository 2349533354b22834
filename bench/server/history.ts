import { ask } from './ask.ts'

/** Tables that a paid stay leaves rows in, with what differs from one stay to the next. */
const copies = [
  [
    'ticket',
    "'code', '8' || lpad(n::text, 12, '0'), 'entered_at', at - interval '2 hours', 'exited_at', at, 'created_at', at",
  ],
  [
    'payment',
    `'token', md5('t' || n), 'session_hash', md5('s' || n), 'ticket_id', id.ticket + n, 'created_at', at, 'updated_at', at,
     'paid_at', at, 'exit_deadline_at', at, 'ticket_code', '8' || lpad(n::text, 12, '0')`,
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
 * A year of paid stays, each a copy of the newest purchase, which must be there: rows as the portal writes them, whatever
 * columns they have.
 */
export async function fillHistory(databaseUrl: string, stays: number): Promise<void> {
  const newest = copies.map(([table]) => `(select max(id) from ${table}) as ${table}`).join(', ')
  await ask(databaseUrl, `create table bench_newest as select ${newest}`)
  for (const [table, differs] of copies)
    await ask(
      databaseUrl,
      `insert into ${table} overriding system value
         select (jsonb_populate_record(sample.whole, jsonb_build_object('id', id.${table} + n, ${differs}))).*
         from bench_newest id, generate_series(1, ${stays}) n,
           lateral (select now() - interval '1 day' - n * interval '1 year' / ${stays} as at) instant,
           lateral (select one as whole from ${table} one where one.id = id.${table}) sample;
       select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}));
       analyze ${table}`,
    )
}
