import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

// It writes payments of other states.
const portal = portalOfFile({ invariants: false })
let supervisor: PortalClient
let manager: PortalClient
let code: string
let token: string
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
  const driver = portal.client()
  code = await portal.openTicket(125)
  token = await openTransaction(driver, code)
  must(await pay(driver, token, cardEndingIn(1)))
  await portal.runJobs()
})

const period = 'from=2026-03-01&until=2026-03-31'
const exported = async (client: PortalClient, query: string) =>
  must(await client.get(`/api/staff/exports/transactions.csv?${query}`))
const linesOf = async (client: PortalClient, query: string) => {
  const { body } = await exported(client, query)
  const lines: string[][] = parse(String(body), { delimiter: ';', bom: true })
  return lines.slice(1)
}

describe('the file of transactions', () => {
  it('has its titles and rows to the byte', async () => {
    const { body, headers } = await exported(supervisor, period)
    const sale = await portal.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
    const groups = `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`
    expect(body).toBe(
      [
        '\ufeff"Protocolo";"Ticket";"Estacionamento";"Destino";"Forma";"Situação";"Valor";"Mantido";"Bandeira";"Final";' +
          '"NSU";"Autorização";"Id do Pix";"Adquirente";"Criada";"Paga"',
        `"P00000001";"${groups}";"Garagem Centro";"Ticket";"Crédito";"Paga";7,00;7,00;"Visa";"${sale.card_last_digits}";` +
          `"${sale.nsu}";"${sale.authorisation_code}";;"cielo";10/03/2026 12:00:00;10/03/2026 12:00:00`,
        '',
      ].join('\r\n'),
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="transacoes-2026-03-01-2026-03-31.csv"',
      'cache-control': 'no-store',
    })
    expect(headers.has('content-length')).toBe(false)
  })

  it('names payers to managers only, with most of the CPF', async () => {
    const payer = ['Maria de Souza', 'maria@exemplo.com.br', '***.982.247-**']
    expect((await linesOf(manager, period))[0]?.slice(16)).toEqual(payer)
    expect((await linesOf(supervisor, period))[0]).toHaveLength(16)
    expect((await linesOf(supervisor, period))[0]?.join(';')).not.toContain('Maria')
  })

  it('has the time of the payment’s own time zone', async () => {
    await portal.db
      .updateTable('payment')
      .set({ time_zone: 'America/Manaus' })
      .where('token', '=', token)
      .execute()
    expect((await linesOf(supervisor, period))[0]?.[14]).toBe('10/03/2026 11:00:00')
  })

  it.each([
    [`lot_id=1&${period}`, 1],
    [`lot_id=2&${period}`, 0],
    [`state=captured&method=credit&${period}`, 1],
    [`state=refunded&${period}`, 0],
    [`method=pix&${period}`, 0],
    [`q=maria&${period}`, 1],
    [`q=joana&${period}`, 0],
    ['from=2026-03-11&until=2026-03-31', 0],
    ['from=2026-03-01&until=2026-03-09', 0],
  ])('is narrowed as its list: %s', async (query, rows) => {
    expect(await linesOf(supervisor, query)).toHaveLength(rows)
  })

  it('finds a payment that is open just now', async () => {
    const open = await openTransaction(portal.client(), await portal.openTicket(130))
    expect((await linesOf(supervisor, period)).map((line) => line[5])).toEqual(['Em aberto', 'Paga'])
    await portal.db.deleteFrom('payment').where('token', '=', open).execute()
  })
})

describe('a text that a spreadsheet could take for more than a text', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['  -2', "'  -2"],
    ['@x', "'@x"],
    ['\t1', "'\t1"],
    ['＝1', "'＝1"],
    [';-1', ';-1'],
    ['Ana "Nina"\nLima; filha', 'Ana "Nina"\nLima; filha'],
  ])('%j is read again as %j', async (name, read) => {
    await portal.db
      .updateTable('payment')
      .set({ payer: JSON.stringify({ name, email: null, taxId: null }) })
      .where('token', '=', token)
      .execute()
    expect((await linesOf(manager, period))[0]?.slice(16)).toEqual([read, '', ''])
  })
})

describe('more rows than one batch', () => {
  it('come the newest first, each once, with nothing newer than the start', async () => {
    const newest = portal.clock.now()
    await sql`
      insert into payment (token, session_hash, destination, payment_type, ticket_code, time_zone, segment_n,
        amount_cents, breakdown, price_expires_at, state, created_at, updated_at, lot_id)
      select md5(n::text), 'none', 1, 1, lpad(n::text, 13, '0'), 'America/Sao_Paulo', 1, n, '[]', ${newest}, 'expired',
        ${newest}::timestamptz + interval '100 minutes' - (n / 3) * interval '1 minute', ${newest}, 1
      from generate_series(1, 2500) as n`.execute(portal.db)
    const seen = (await linesOf(supervisor, period)).map((line) => line[1]?.replaceAll(' ', '') ?? '')
    const sorted = await portal.db
      .selectFrom('payment')
      .select('ticket_code')
      .where('created_at', '<=', newest)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(sorted.length).toBeGreaterThan(2_000)
    expect(sorted.length).toBeLessThan(2_501)
    expect(seen).toEqual(sorted.map((row) => row.ticket_code))
    portal.clock.forward(100)
    expect(await linesOf(supervisor, period)).toHaveLength(2_501)
  })
})
