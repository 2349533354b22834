import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { readSheet } from '#test/support/reporting/workbook.ts'
import { staffMember } from '#test/support/staff.ts'

// It writes thousands of payments.
const portal = portalOfFile({ invariants: false })
let admin: PortalClient
let manager: PortalClient
let supervisor: PortalClient
beforeAll(async () => {
  admin = await staffMember(portal, 1)
  manager = await staffMember(portal, 2)
  supervisor = await staffMember(portal, 10)
})

const base = '/api/staff/exports'
const period = 'from=2026-03-01&until=2026-03-31'
const file = `${base}/transactions.csv?${period}`

const none = `${base}/transactions.csv?from=2026-01-01&until=2026-01-02`
/** What was begun ends within a batch. */

function staffEmail(level: number): string {
  const person = portal.demo.staff?.find((known) => known.level === level)
  if (!person) throw new Error(`the demo has nobody of level ${level}`)
  return person.email
}

/** Payments at a car park whose name is so long that the sockets do not hold a file of them. */
async function fill(rows: number): Promise<void> {
  const now = portal.clock.now()
  await portal.db
    .updateTable('lot')
    .set({ name: 'n'.repeat(6_000) })
    .where('id', '=', 1)
    .execute()
  await sql`
    insert into payment (token, session_hash, destination, payment_type, ticket_code, time_zone, segment_n,
      amount_cents, breakdown, price_expires_at, state, created_at, updated_at, lot_id)
    select md5(n::text), 'none', 1, 1, lpad(n::text, 13, '0'), 'America/Sao_Paulo', 1, n, '[]', ${now}, 'expired',
      ${now}::timestamptz - n * interval '1 second', ${now}, 1
    from generate_series(1, ${rows}::int) as n`.execute(portal.db)
}

/** A download that is begun and not read. */
async function begin(client: PortalClient, path = file): Promise<IncomingMessage> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = request(portal.url + path, { headers: { cookie }, agent: false })
  call.end()
  const [answer]: IncomingMessage[] = await once(call, 'response')
  if (answer?.statusCode !== 200) throw new Error(`answered ${answer?.statusCode}`)
  return answer
}

const trail = () =>
  portal.db
    .selectFrom('audit')
    .select(['actor', 'subject_id', 'action', 'after'])
    .where('subject', '=', 'export')
    .orderBy('id')
    .execute()
const leases = () => portal.db.selectFrom('export_lease').selectAll().execute()
const lastAuditRow = async () => (await trail()).at(-1)

describe('who may export what', () => {
  it('is as for the list', async () => {
    expect((await supervisor.get(`${base}/audit.csv?${period}`)).status).toBe(403)
    expect((await manager.get(`${base}/audit.csv?${period}`)).status).toBe(200)
    expect((await supervisor.get(file)).status).toBe(200)
    expect((await portal.client().get(file)).status).toBe(401)
    expect((await (await staffMember(portal, 10, { code: false })).get(file)).status).toBe(403)
  })

  it.each(['subscribers', 'constructor', 'Tickets'])('%s is no export', async (list) => {
    expect((await admin.get(`${base}/${list}.csv?${period}`)).status).toBe(404)
  })

  it('no other kind of file', async () => {
    expect((await admin.get(`${base}/transactions.pdf?${period}`)).status).toBe(404)
  })
})

it.each([
  ['closing_lines', '', 'linhas-de-fechamento'],
  ['disputes', 'from=2026-03-01', 'contestacoes-2026-03-01'],
  ['movements', `from=2026-03-01T00:00:00Z&until=2026-03-31`, 'movimentos-2026-03-01-2026-03-31'],
])('the file of %s?%s is called %s.csv', async (list, query, name) => {
  const { headers } = await supervisor.get(`${base}/${list}.csv?${query}`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`)
})

describe('a refused export', () => {
  it.each([
    ['', 'period_required'],
    ['from=2026-03-01', 'period_required'],
    ['until=2026-03-01', 'period_required'],
    ['from=2025-01-01&until=2026-03-31', 'period_required'],
    ['from=ontem&until=2026-03-31', 'invalid'],
    ['from=2026-03-31&until=2026-03-01', 'invalid'],
    [`state=lost&${period}`, 'invalid'],
    [`lot_id=x&${period}`, 'invalid'],
    [`q=a%00&${period}`, 'invalid'],
  ])('%s: %s', async (query, code) => {
    const { status, body } = await supervisor.get(`${base}/transactions.csv?${query}`)
    expect([status, at(body, 'code')]).toEqual([422, code])
  })

  it('a browser that navigates is shown a page, with the way back to the list', async () => {
    const { status, body, headers } = await supervisor.get(`${base}/transactions.csv?state=captured&from=`, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
    expect(body).toContain('Escolha o período (até 400 dias).')
    expect(body).toContain('href="/#/staff/transactions?state=captured&amp;from="')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a list of more rows than a sheet holds', () => {
  beforeAll(async () => {
    await sql`alter table audit rename to audit_of_all`.execute(portal.db)
    await sql`
      create view audit as select n as id, '2026-01-02T12:00:00Z'::timestamptz as at, 'janitor' as actor,
        'payment' as subject, '1' as subject_id, 'created' as action, null::jsonb as before, null::jsonb as after
      from generate_series(1, 1000001) as n`.execute(portal.db)
  })
  afterAll(async () => {
    await sql`drop view audit`.execute(portal.db)
    await sql`alter table audit_of_all rename to audit`.execute(portal.db)
  })

  it('is refused as a sheet', async () => {
    const { status, body } = await manager.get(`${base}/audit.xlsx?from=2026-01-01&until=2026-01-31`)
    expect([status, at(body, 'code')]).toEqual([422, 'too_many_rows'])
  })
})

describe('an export in the trail', () => {
  it('records the list, the filters without the text, and how many rows', async () => {
    await supervisor.get(`${base}/transactions.csv?q=maria&state=captured&${period}`)
    expect(await lastAuditRow()).toMatchObject({ subject_id: 'transactions', action: 'exported' })
    expect(at(await lastAuditRow(), 'after')).toEqual({
      format: 'csv',
      filters: 'Desde: 01/03/2026; Até: 31/03/2026; Situação: Paga',
      rows: 0,
    })
    const { body } = await manager.get('/api/staff/audit?subject=export')
    expect(at(body, 'data.0')).toMatchObject({ about: 'Transações', action: 'Lista exportada' })
  })

  it.each([
    [`transactions.csv?state=waiting&method=pix&${period}`, 'Situação: Em análise; Forma: Pix'],
    [`movements.csv?method=credit&acquirer=cielo&${period}`, 'Forma: Crédito; Adquirente: cielo'],
    [
      `audit.csv?actor=janitor&subject=payment&subject_id=1&${period}`,
      'Quem: Sistema; Assunto: Transação; Referência: 1',
    ],
    [
      'tickets.csv?state=owing&from=2026-03-01T03:00:00Z&until=2026-03-31',
      'Desde: 01/03/2026 00:00; Até: 31/03/2026; Situação: Saiu devendo',
    ],
    ['reservations.csv?state=no_show', 'Situação: Não compareceu'],
    ['disputes.csv?state=sent', 'Situação: Defesa enviada'],
    ['contests.csv?state=declined', 'Situação: Recusada'],
    ['closings.csv?from=2026-03-01', 'Desde: 01/03/2026'],
    ['occupancy.csv?lot_id=3', 'Estacionamento: Aeroporto'],
  ])('%s: filters in the words of the screen', async (query, words) => {
    expect((await manager.get(`${base}/${query}`)).status).toBe(200)
    expect(at(await lastAuditRow(), 'after.filters')).toContain(words)
  })
})

describe('a file that is long', () => {
  beforeAll(() => fill(5_000))

  it('is read again as a workbook: texts, numbers and dates', async () => {
    const name = '=1+1 & "<b>"\u0001\nx _x0041_'
    await portal.db.updateTable('lot').set({ name }).where('id', '=', 2).execute()
    await portal.db.updateTable('payment').set({ lot_id: 2 }).where('amount_cents', '=', 123).execute()
    const { body, headers } = await fetchBytes(`${base}/transactions.xlsx?${period}`)
    expect(headers.get('content-type')).toContain('spreadsheetml.sheet')
    expect(headers.get('content-disposition')).toContain('transacoes-2026-03-01-2026-03-31.xlsx')
    const [titles, ...rows] = readSheet(body)
    expect(titles?.slice(0, 3)).toEqual(['Protocolo', 'Ticket', 'Estacionamento'])
    expect(rows).toHaveLength(5_000)
    const row = rows.find((cells) => cells[1] === '0000 0000 00123')
    expect(row?.[2]).toBe(`'=1+1 & "<b>"\nx _x005F_x0041_`)
    expect(row?.slice(6, 9)).toEqual([{ value: 1.23, style: 1 }, null, null])
    // 12:00:00 less 123 s, at the lot: days since 30 December 1899.
    const wall = Date.UTC(2026, 2, 10, 11, 57, 57) / 86_400_000 + 25_569
    expect(row?.[14]).toEqual({ value: expect.closeTo(wall, 6), style: 2 })
  })

  it.each([
    ['=1+1', "'=1+1"],
    [';-1', ';-1'],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['uma linha\r\n"outra"; e mais', 'uma linha\r\n"outra"; e mais'],
  ])('is read again by another CSV parser: %j is text, numbers are numbers', async (name, shown) => {
    await portal.db.updateTable('lot').set({ name }).where('id', '=', 2).execute()
    const rows = await exported(supervisor, 'transactions', `${period}&lot_id=2`)
    expect(rows).toMatchObject([{ Estacionamento: shown, Valor: '1,23', Ticket: '0000 0000 00123' }])
    expect(Object.keys(rows[0] ?? {})).toHaveLength(16)
  })

  it('of one person is the only one, and of two people the last', async () => {
    const before = await trail()
    const first = await begin(manager)
    const { status, body, headers } = await manager.get(file)
    expect([status, at(body, 'code'), headers.get('retry-after')]).toEqual([429, 'export_busy', '10'])
    const second = await begin(admin)
    expect((await supervisor.get(file)).status).toBe(429)
    first.destroy()
    second.destroy()
    await expect.poll(async () => (await trail()).length).toBe(before.length + 2)
    expect((await supervisor.get(none)).status).toBe(200)
  })

  it('of one person is the only one on all instances, until the lease of one that died ends', async () => {
    const { id } = await portal.db
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', staffEmail(10))
      .executeTakeFirstOrThrow()
    const ofAnother = (minutes: number) =>
      sql`insert into export_lease values (${id}, 'of another instance', now() + ${minutes} * interval '1 minute')
        on conflict (user_id) do update set lease_until_at = excluded.lease_until_at`.execute(portal.db)
    await ofAnother(1)
    expect(at((await supervisor.get(none)).body, 'code')).toBe('export_busy')
    await ofAnother(-1)
    expect((await supervisor.get(none)).status).toBe(200)
    expect(await leases()).toEqual([])
  })

  it('is counted by /metrics', async () => {
    // The first leaves a row in the trail, which the second exports.
    for (const _ of [1, 2]) expect((await manager.get(`${base}/audit.csv?${period}`)).status).toBe(200)
    const before = await trail()
    const running = await begin(manager)
    const metrics = String((await portal.client().get('/metrics')).body)
    running.destroy()
    await expect.poll(async () => (await trail()).length).toBe(before.length + 1)
    expect(metrics).toContain('guiche_exports_running 1')
    expect(metrics).toMatch(/guiche_export_rows_total\{list="audit",format="csv"\} [1-9]/)
  })

  it('ends when its reader closes, and the audit trail records it', async () => {
    await leaveAfterOneMegabyte()
    expect(await lastAuditRow()).toMatchObject({ action: 'export_cancelled' })
    expect(Number(at(await lastAuditRow(), 'after.rows'))).toBeLessThan(5_000)
  })

  it('ends within 2 s after its reader closes', { tags: 'deep' }, async () => {
    expect(await leaveAfterOneMegabyte()).toBeLessThan(2_000)
  })

  it(
    'of two readers that do not read blocks nobody for longer than 30 s',
    { tags: 'deep', timeout: 60_000 },
    async () => {
      const before = await trail()
      const unread = [await begin(manager), await begin(admin)]
      expect((await supervisor.get(none)).status).toBe(429)
      await expect
        .poll(async () => (await trail()).slice(before.length), { timeout: 45_000, interval: 1_000 })
        .toMatchObject([{ action: 'export_cancelled' }, { action: 'export_cancelled' }])
      expect((await supervisor.get(none)).status).toBe(200)
      for (const reader of unread) await expect(reader.resume().toArray()).rejects.toThrow('aborted')
    },
  )

  it('that fails halfway breaks off, and the audit trail records it', async () => {
    const failing = await begin(manager)
    await sql`alter table attempt rename to attempt_gone`.execute(portal.db)
    await expect(failing.resume().toArray()).rejects.toThrow('aborted')
    await sql`alter table attempt_gone rename to attempt`.execute(portal.db)
    await expect.poll(lastAuditRow).toMatchObject({ action: 'export_failed' })
  })
})

/** Milliseconds from leaving until the lease is gone and the trail has one more row. */
async function leaveAfterOneMegabyte(): Promise<number> {
  const before = await trail()
  const answer = await begin(manager)
  let bytes = 0
  for await (const chunk of answer) {
    bytes += Buffer.byteLength(chunk)
    if (bytes >= 1_000_000) break
  }
  const left = performance.now()
  answer.destroy()
  await expect
    .poll(async () => ({ leases: (await leases()).length, rows: (await trail()).length }), { interval: 20 })
    .toEqual({ leases: 0, rows: before.length + 1 })
  return performance.now() - left
}

async function fetchBytes(path: string): Promise<{ body: Buffer; headers: Headers }> {
  const cookie = [...supervisor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(portal.url + path, { headers: { cookie } })
  return { body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}
