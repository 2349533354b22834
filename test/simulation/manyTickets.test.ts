// @module-tag deep
import { type CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { searchPayments } from '#review/server/backoffice/searchPayments.ts'
import { listBackOfficeTickets } from '#ticket/backoffice.ts'
import { ticketsList } from '#ticket/server/backoffice/ticketsList.ts'
import { countRefusals, type PeriodSum, sumByPeriod } from '#reporting/server/dashboard/store.ts'
import { updateHourSums } from '#reporting/server/sums/updateHourSums.ts'
import { planOf, statementsOf } from '#test/support/database/plans.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** A third is still more than the counted part of a list, and a month is a fifth of all. */
const many = 80_000

const part = 10_000

/** Inserts cars from `first` on, each with a ticket, a payment and an attempt; the first two thousand are still inside. */
async function park(db: TestPortal['db'], first: number): Promise<void> {
  const now = portal.clock.now()
  // Without checking references, which would take as long as the inserts.
  await sql`set local session_replication_role = replica`.execute(db)
  const last = first + part - 1
  await sql`
    insert into ticket (code, lot_id, tariff_id, gate, plate, entered_at, exited_at, created_at)
    select lpad((n::bigint * 49999 + 7)::text, 13, '0'), n % 3 + 1, (select id from tariff where lot_id = n % 3 + 1 limit 1), 'E1',
      chr(65 + n % 26) || chr(65 + n / 26 % 26) || chr(65 + n / 676 % 26) || lpad((n % 10000)::text, 4, '0'),
      ${now}::timestamptz - n * interval '150 seconds',
      case when n > 2000 then ${now}::timestamptz end, ${now}
    from generate_series(${first}::int, ${last}::int) n`.execute(db)
  await sql`
    insert into payment (token, session_hash, destination, payment_type, ticket_id, ticket_code, lot_id, time_zone,
      segment_n, amount_cents, breakdown, price_expires_at, state, created_at, updated_at, payer)
    select md5(code::text), 'hash' || id, 1, 1, id, code, lot_id, 'America/Sao_Paulo', 1, 700, '[]', ${now},
      case when n % 5000 = 0 then 'review' else 'captured' end, entered_at, ${now},
      jsonb_build_object('name', 'Maria ' || case when n % 1000 = 7 then 'Rara' when n > 65000 then 'Antiga' else 'Nova' end)
    from generate_series(${first}::int, ${last}::int) n
      join ticket on code = lpad((n::bigint * 49999 + 7)::text, 13, '0')`.execute(db)
  await sql`
    insert into attempt (payment_id, n, order_key, amount_cents, payment_type, state, return_nonce_hash, session_hash,
      started_at, acquirer, nsu, card_last_digits)
    select id, 1, token || 'A1', 700, 1, 'captured', token, session_hash, ${now}, 'cielo',
      lpad(id::text, 9, '0'),
      lpad((id % 10000)::text, 4, '0') from payment
    where id > (select coalesce(max(payment_id), 0) from attempt)`.execute(db)
  await sql`
    insert into ledger (payment_id, attempt_id, kind, amount_cents, at)
    select payment.id, attempt.id, 'capture', 700, payment.created_at
    from payment join attempt on attempt.payment_id = payment.id
    where payment.id > (select coalesce(max(payment_id), 0) from ledger)`.execute(db)
  await sql`
    insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at)
    select id, 1, 700, 'machine', entered_at, entered_at from ticket
    where id % 4 = 0 and id > (select coalesce(max(ticket_id), 0) from paid_segment)`.execute(db)
}

// Its payments have no attempts.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  // In parts, below the portal's statement timeout.
  for (let first = 1; first <= many; first += part)
    await portal.db.transaction().execute((db) => park(db, first))
  await sql`analyze`.execute(portal.db)
})

/**
 * Tables that a statement's plan reads completely, and how many rows it reads in all. `bare`: statements that may read
 * more of the rows that an index finds.
 */
async function costOf(statement: CompiledQuery, bare = false): Promise<{ whole: string[]; rows: number }> {
  const plan = await planOf(portal.db, statement, '(analyze, timing off)')
  const lines = bare ? plan.filter((line) => !line.includes('Bitmap Index Scan')) : plan
  const whole = lines.flatMap(
    (line) => /Seq Scan on (ticket|payment|attempt|ledger|paid_segment)\b/.exec(line)?.[1] ?? [],
  )
  const looked = lines.map((line) => {
    const found = /actual rows=([\d.]+) loops=(\d+)/.exec(line)
    const removed = Number(/Rows Removed by \w+: (\d+)/.exec(line)?.[1] ?? 0)
    return Math.max(found ? Number(found[1]) * Number(found[2]) : 0, removed)
  })
  return { whole, rows: Math.max(0, ...looked) }
}

const page = { q: '', page: 1, perPage: 20, lots: null, from: null, until: null }
const caller = { member: { id: 1, level: 1, lots: null, actor: 'staff 1' } }
const tickets = (query: object) => async (db: TestPortal['db']) => {
  const call = { query: z.parse(listBackOfficeTickets.query, query), caller }
  const { data, meta } = await ticketsList.answer({ db, clock: portal.clock }, call)
  return { rows: data, more: meta.more === true }
}
const payments = (change: object) => (db: TestPortal['db']) =>
  searchPayments(db, { ...page, state: null, method: null, ...change })

it.each<[string, (db: TestPortal['db']) => Promise<{ rows: readonly unknown[]; more: boolean }>, boolean]>([
  ['the newest tickets', tickets({}), true],
  ['a ticket’s code', tickets({ q: '0000038849230' }), false],
  ['the first digits of a code', tickets({ q: '00000388492' }), false],
  ['a plate', tickets({ q: 'XDB-0777' }), false],
  ['the beginning of a plate', tickets({ q: 'XDB07' }), false],
  ['tickets of a lot', tickets({ lot_id: 2 }), true],
  ['the cars inside a lot', tickets({ lot_id: 2, state: 'inside' }), false],
  ['the newest payments', payments({}), true],
  ['payments of a ticket', payments({ q: '0000038849230' }), false],
  ['payments of a plate', payments({ q: 'XDB0777' }), false],
  ['payments of a card', payments({ q: '0777' }), false],
  ['a payment’s NSU', payments({ q: '000000777' }), false],
  ['payments of a lot', payments({ lots: [2] }), true],
  ['payments in review', payments({ state: 'review' }), false],
  ['payments by a name that few have', payments({ q: 'rara' }), false],
  ['payments by two words of a name', payments({ q: 'rar mar' }), false],
  ['the queue', payments({ state: 'waiting' }), false],
])('with eighty thousand tickets, %s uses an index', async (_, work, more) => {
  const list = await work(portal.db)
  expect(list.rows.length).toBeGreaterThan(0)
  expect(list.more).toBe(more)
  const recorded = await statementsOf(portal.db, work)
  // Parts of statements are recorded too, without their limits.
  const statements = recorded.filter(
    (one) => !recorded.some(({ sql }) => sql !== one.sql && sql.includes(one.sql)),
  )
  expect(statements.length).toBeGreaterThan(1)
  for (const statement of statements) {
    const { whole, rows } = await costOf(statement)
    expect({ sql: statement.sql, whole, bounded: rows <= many / 2 }).toEqual({
      sql: statement.sql,
      whole: [],
      bounded: true,
    })
  }
})

it.each([1, 400])(
  'a search for a very common name reads only a part of the payments for page %i',
  async (page) => {
    const work = payments({ q: 'maria', page })
    expect(await work(portal.db)).toMatchObject({ total: 10_000, more: true })
    // Parts of statements without an ending are recorded too.
    const asked = (await statementsOf(portal.db, work)).filter(({ sql }) =>
      /^\s*(select count|with walked|select "payment"\.\*)/.test(sql),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const statement of asked) {
      const { whole, rows } = await costOf(statement, true)
      expect({ sql: statement.sql, whole, few: rows <= 10_001 }).toEqual({
        sql: statement.sql,
        whole: [],
        few: true,
      })
    }
  },
)

it('a page of a name search has the same rows, however many payments match and however old they are', async () => {
  const idsOf = async (change: object) => (await payments(change)(portal.db)).rows.map(({ id }) => id)
  const due = async (word: string, page: number) => {
    const name = sql<boolean>`payer->>'name' ilike ${`%${word}%`}`
    const all = portal.db.selectFrom('payment').select('id').where(name)
    const ordered = all.orderBy('created_at', 'desc').orderBy('id', 'desc')
    return (
      await ordered
        .limit(20)
        .offset((page - 1) * 20)
        .execute()
    ).map(({ id }) => id)
  }
  for (const word of ['rara', 'antiga', 'nova', 'maria'])
    for (const at of [1, 3, 500, 520]) expect(await idsOf({ q: word, page: at })).toEqual(await due(word, at))
  expect(await idsOf({ q: 'maria', state: 'review' })).toEqual(await idsOf({ state: 'review' }))
  expect(await idsOf({ q: 'maria', lots: [2], page: 2 })).toEqual(await idsOf({ lots: [2], page: 2 }))
})

const month = { from: '2026-02-01', to: '2026-02-28', unit: 'day', lots: null } as const

it.each<[string, (db: TestPortal['db']) => Promise<readonly PeriodSum[]>]>([
  ['what was taken and who came, of hours that are no longer kept', (db) => sumByPeriod(db, month, false)],
  ['what was taken and who came, before anything is summed', (db) => sumByPeriod(db, month, true)],
  ['refused cards', (db) => countRefusals(db, month)],
])('the dashboard’s month, %s, uses an index', async (_, work) => {
  for (const statement of await statementsOf(portal.db, work)) {
    const { whole } = await costOf(statement)
    expect(whole).toEqual([])
  }
})

it('the dashboard’s year uses hourly sums, and reads only newer rows', async () => {
  const year = { from: '2025-04-01', to: '2026-03-31', unit: 'month', lots: null } as const
  const before = await sumByPeriod(portal.db, year, false)
  await updateHourSums(portal.db)
  await sql`analyze`.execute(portal.db)
  const read = (db: TestPortal['db']) => sumByPeriod(db, year, true)
  const sorted = (sums: readonly PeriodSum[]) => sums.map((sum) => JSON.stringify(sum)).toSorted()
  expect(sorted(await read(portal.db))).toEqual(sorted(before))
  expect(before.length).toBeGreaterThan(10)
  for (const statement of await statementsOf(portal.db, read)) {
    const { whole, rows } = await costOf(statement)
    expect({ whole, few: rows < many / 2 }).toEqual({ whole: [], few: true })
  }
})
