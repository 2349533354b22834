import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { bookMachine, bookMoney } from '#test/support/reporting/money.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { dayMs, minuteMs } from '#kit/clock.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { writeSetting } from '#kit/server/settings.ts'
import { must } from '#test/support/flow.ts'
import { zeroDigest } from '../document.ts'
import { feesKey } from './readFees.ts'
import { countUnclosedDays } from './closingLag.ts'
import { closeDays, digestOf } from './flow/closeDays.ts'
import { narrowClosings, withLines } from './store.ts'

let supervisor: PortalClient
let manager: PortalClient

const [saoPaulo, manaus] = ['America/Sao_Paulo', 'America/Manaus']
const zoneOf: Readonly<Record<number, string>> = { 1: saoPaulo, 2: manaus, 3: saoPaulo }
const instant = (text: string) => new Date(`2026-11-${text}Z`)
const book = (lot: number, moment: string, cents: number, rest: object = {}) =>
  bookMoney(portal.db, { lot, zone: zoneOf[lot] ?? '', at: instant(moment), cents, ...rest })
const pix = { method: 'pix', acquirer: 'bacen' }

/** Sets the clock, which ends logins, and closes what is due then. */
async function closeAt(moment: string): Promise<void> {
  portal.clock.forward((instant(moment).getTime() - portal.clock.now().getTime()) / minuteMs)
  await closeDays(portal.deps.closing)
  supervisor = await staffMember(portal, 10)
  manager = await staffMember(portal, 2)
}

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  await sql`truncate paid_segment, ledger cascade`.execute(portal.db)
  await sql`update lot set time_zone = case id when 2 then ${manaus} else ${saoPaulo} end`.execute(portal.db)
  const rows = [
    { acquirer: 'cielo', method: 'credit', brand: null, percent_bp: 249, fixed_cents: 0 },
    { acquirer: 'erede', method: 'credit', brand: null, percent_bp: 300, fixed_cents: 0 },
    { acquirer: 'bacen', method: 'pix', brand: null, percent_bp: 99, fixed_cents: 0 },
  ]
  await writeSetting(portal.db, feesKey, { rows }, portal.clock.now())
  // Lot 2 is seen on its 25th, the others on their 26th.
  await closeAt('26T03:10:00')
  // p1 to p12, r1 to r3: the worked day of docs/back-office.md#fechamentos.
  await book(1, '26T03:00:00', 600, { brand: 'Visa' })
  await book(1, '26T11:05:10', 700, pix)
  await book(1, '26T14:30:00', 1250, { brand: 'Master' })
  await book(1, '26T18:47:33', 900, { brand: 'Visa', acquirer: 'erede' })
  await book(1, '27T02:59:59.999', 600, pix)
  await book(1, '27T03:00:00', 800, { brand: 'Visa' })
  await book(2, '26T03:30:00', 1100, { brand: 'Elo' })
  await book(2, '26T13:00:00', 1300, { brand: 'Visa' })
  await book(2, '26T20:15:00', 2700, pix)
  await book(2, '27T03:30:00', 1100, pix)
  await book(3, '26T09:00:00', 4500, { brand: 'Master' })
  await book(3, '26T22:22:22', 5700, pix)
  await book(1, '26T15:00:00', 250, { kind: 'refund', brand: 'Master' })
  await book(3, '26T23:10:00', 4500, { kind: 'refund', brand: 'Master' })
  await book(3, '27T01:00:00', -4500, { kind: 'refund', brand: 'Master' })
  await book(2, '27T04:00:00', 1100, { kind: 'refund', ...pix })
  await closeAt('27T05:01:00')
  // m1: paid on the 26th, known after its closing.
  await bookMachine(portal.db, { lot: 1, at: instant('27T01:10:00'), cents: 700 })
  await closeAt('28T05:01:00')
})

const closings = async () =>
  at(must(await supervisor.get('/api/staff/closings?from=2026-11-25&until=2026-11-27')).body, 'data')

describe('the worked day', () => {
  it.each([
    [1, '2026-11-26', 1, { payments: 5, gross: 40.5, refunded: 2.5, net: 38, total: 38, fee_estimate: 0.86 }],
    [2, '2026-11-25', 1, { payments: 1, gross: 11, refunded: 0, net: 11, total: 11 }],
    [2, '2026-11-26', 2, { payments: 3, gross: 51, refunded: 0, net: 51, total: 51 }],
    [3, '2026-11-26', 1, { payments: 2, gross: 102, refunded: 0, net: 102, total: 102 }],
    [1, '2026-11-27', 2, { payments: 1, gross: 8, net: 8, late: 7, machine: 0, total: 15 }],
    [2, '2026-11-27', 3, { payments: 0, gross: 0, refunded: 11, net: -11, total: -11 }],
  ])('lot %i on %s is closing %i', async (lot_id, day, number, totals) => {
    expect(await closings()).toContainEqual(
      expect.objectContaining({ lot_id, day, number, totals: expect.objectContaining(totals) }),
    )
  })

  it('sums to the centavo over the month', async () => {
    const reply = await supervisor.get('/api/staff/closings/period?unit=month&from=2026-11-01&to=2026-11-30')
    expect(reply.body).toMatchObject({
      data: { totals: { gross: 212.5, refunded: 13.5, net: 199, total: 206 }, missing_days: [] },
    })
  })

  it.each([
    ['28T05:01:00', 0],
    ['29T12:00:00', 1],
    ['30T12:00:00', 2],
  ])('on %s every lot lags by %i days', async (moment, days) => {
    const lag = await countUnclosedDays(portal.db, instant(moment))
    expect(lag).toMatchObject({ 1: days, 2: days, 3: days })
  })

  it('lines keep method, brand and acquirer; a denied refund leaves a line of zero', async () => {
    const third = await closingOf(3, '2026-11-26')
    expect(at(third, 'lines')).toEqual([
      expect.objectContaining({ section: 'portal', method: 'credit', brand: 'Master', count: 1, value: 45 }),
      expect.objectContaining({ section: 'portal', method: 'pix', acquirer: 'bacen', value: 57 }),
      expect.objectContaining({ section: 'refund', brand: 'Master', count: 0, value: 0, valueHuman: '0,00' }),
    ])
    expect(at(third, 'previous_digest')).toBe(zeroDigest)
    const late = await closingOf(1, '2026-11-27')
    expect(at(late, 'lines')).toContainEqual(
      expect.objectContaining({ section: 'late', of_day: '2026-11-26', value: 7 }),
    )
  })

  it('each ledger row names its closing in the movements', async () => {
    const rows = await exported(supervisor, 'movements', 'from=2026-11-25&until=2026-11-28&lot_id=2')
    expect(rows.map((row) => [row['Dia'], row['Fechamento']])).toEqual([
      ['27/11/2026', '3'],
      ['26/11/2026', '2'],
      ['26/11/2026', '2'],
      ['26/11/2026', '2'],
      ['25/11/2026', '1'],
    ])
  })

  it.each([
    [1, '2026-11-26', 3800],
    [2, '2026-11-25', 1100],
    [3, '2026-11-26', 10200],
    [2, '2026-11-27', -1100],
  ])('the movements of lot %i on %s add up to its closing’s net', async (lot, day, cents) => {
    const rows = await exported(supervisor, 'movements', `from=${day}&until=${day}&lot_id=${lot}`)
    const sum = rows.reduce((total, row) => total + Number((row['Valor'] ?? '').replace(',', '')), 0)
    expect(sum).toBe(cents)
    const list = await supervisor.get(`/api/staff/closings?lot_id=${lot}&from=${day}&until=${day}`)
    expect(at(list.body, 'data.0.totals.net')).toBe(cents / 100)
  })

  it('the files of closings and of their lines add up to the list', async () => {
    const rows = await exported(supervisor, 'closings', 'lot_id=1')
    expect(rows.map((row) => [row['Nº'], row['Dia'], row['Total']])).toEqual([
      ['2', '27/11/2026', '15,00'],
      ['1', '26/11/2026', '38,00'],
    ])
    const lines = await exported(supervisor, 'closing_lines', 'lot_id=1&until=2026-11-26')
    expect(lines.map((row) => row['Valor']).toSorted()).toEqual(['-2,50', '12,50', '13,00', '6,00', '9,00'])
  })
})

it('lost disputes are listed in their day, outside the total', async () => {
  const ledgerId = await book(2, '28T12:00:00', 900, { brand: 'Visa' })
  const lostAt = instant('28T13:00:00')
  await sql`with event as (
      insert into sale_event (payment_id, attempt_id, kind, number, amount_cents, at)
      select payment_id, attempt_id, 'chargeback', 'n', 900, at from ledger where id = ${ledgerId}
      returning id, payment_id
    )
    insert into dispute (sale_event_id, payment_id, kind, amount_cents, state, notified_at, changed_at)
    select id, payment_id, 'chargeback', 900, 'lost', now(), ${lostAt} from event`.execute(portal.db)
  const reply = await supervisor.get('/api/staff/closings/preview?lot_id=2')
  expect(at(reply.body, 'data')).toMatchObject({
    totals: { total: 9 },
    lines: [{ section: 'dispute', count: 1, value: 9, acquirer: 'cielo' }, { section: 'portal' }],
  })
})

describe('a payment of R$ 7,00 that is open when the day is closed', () => {
  const [unknown, waiting, neither] = [
    { unknown: 1, review: 0, value: 7 },
    { unknown: 0, review: 1, value: 7 },
    { unknown: 0, review: 0, value: 0 },
  ]
  it.each([
    ['without an answer', { state: 'unknown' }, unknown],
    ['without an answer, with a case', { state: 'unknown', case: 'open' }, unknown],
    ['in review', { state: 'review' }, waiting],
    ['in review, with its case', { state: 'review', case: 'open' }, waiting],
    ['with a case', { case: 'open' }, waiting],
    ['with a dispute', { dispute: 'open' }, waiting],
    ['with a dispute and its case', { case: 'open', dispute: 'open' }, waiting],
    ['with a closed case', { case: 'closed' }, neither],
    ['with a dispute that was answered', { dispute: 'sent' }, neither],
  ])('%s', async (_, of: { state?: string; case?: string; dispute?: string }, counted) => {
    const ledgerId = await book(3, '28T12:30:00', 700)
    const [now, other] = [instant('28T12:31:00'), await book(2, '28T12:30:00', 700)]
    const ids = sql`(select payment_id from ledger where id in (${ledgerId}, ${other}))`
    await sql`update payment set state = ${of.state ?? 'captured'} where id in ${ids}`.execute(portal.db)
    if (of.case)
      await sql`insert into review_case (payment_id, kind, amount_cents, opened_at, closed_at)
        select payment_id, 'chargeback', 700, ${now}, ${of.case === 'open' ? null : now} from ledger
        where id in (${ledgerId}, ${other})`.execute(portal.db)
    if (of.dispute)
      await sql`with event as (
          insert into sale_event (payment_id, attempt_id, kind, number, amount_cents, at)
          select payment_id, attempt_id, 'chargeback', 'n', 700, at from ledger where id in (${ledgerId}, ${other})
          returning id, payment_id
        )
        insert into dispute (sale_event_id, payment_id, kind, amount_cents, state, notified_at, changed_at)
        select id, payment_id, 'chargeback', 700, ${of.dispute}, ${now}, ${now} from event`.execute(portal.db)
    const preview = must(await supervisor.get('/api/staff/closings/preview?lot_id=3'))
    expect(at(preview.body, 'data.open')).toEqual(counted)
    await sql`update payment set lot_id = 4 where id in ${ids}`.execute(portal.db)
  })
})

async function closingOf(lot: number, day: string): Promise<unknown> {
  const list = await supervisor.get(`/api/staff/closings?lot_id=${lot}&from=${day}&until=${day}`)
  const reply = await supervisor.get(`/api/staff/closings/${String(at(list.body, 'data.0.id'))}/edit`)
  return at(reply.body, 'data')
}

it('fees of statements are summed by month beside the estimate, each sale once', async () => {
  const sales = await portal.db
    .selectFrom('ledger')
    .innerJoin('attempt', 'attempt.id', 'ledger.attempt_id')
    .innerJoin('payment', 'payment.id', 'ledger.payment_id')
    .select(['order_key', 'payment.lot_id'])
    .where('ledger.kind', '=', 'capture')
    .orderBy('ledger.id')
    .execute()
  const [first, second] = sales.filter(({ lot_id }) => lot_id === 1)
  const other = sales.find(({ lot_id }) => lot_id === 2)
  const upload = async (...lines: readonly [string | undefined, string][]) => {
    const rows = lines.map(([key, fee]) => `26/11/2026;${key};6,00;${fee}`)
    const form = new FormData()
    form.append('statement', new Blob([['Data;Pedido;Valor;Taxa', ...rows].join('\n')]), 'extrato.csv')
    must(await manager.upload('/api/staff/statements', form))
  }
  const fees = async (query: string) => {
    const period = `/api/staff/closings/period?unit=month&from=2026-11-01&to=2026-11-30${query}`
    return at(must(await supervisor.get(period)).body, 'data.rows.0')
  }
  expect(await fees('')).toMatchObject({ statement_fees: null })
  await upload([first?.order_key, '-0,99'])
  await upload([first?.order_key, '-0,15'], [second?.order_key, '0,07'], [other?.order_key, '0,32'])
  expect(await fees('')).toMatchObject({ statement_fees: 0.54 })
  expect(await fees('&lot_id=1')).toMatchObject({ statement_fees: 0.22, totals: { fee_estimate: 1.06 } })
})

describe('closings are never changed', () => {
  it.each([
    'update closing set day = day',
    'delete from closing_line',
    'truncate closing cascade',
    'truncate closing_line',
    'truncate closing_adjustment',
  ])('the database refuses "%s"', async (statement) => {
    await expect(sql.raw(statement).execute(portal.db)).rejects.toThrow('insert-only')
  })

  it('their digests form a chain, number by number', async () => {
    const all = narrowClosings(portal.db, { lots: null }).orderBy('number')
    const rows = await withLines(portal.db, await all.execute())
    for (const ofLot of Map.groupBy(rows, ({ lot_id }) => lot_id).values()) {
      let previous = zeroDigest
      ofLot.forEach((row, at) => {
        expect(row.number).toBe(at + 1)
        previous = digestOf(row, previous)
        expect(row.digest).toBe(previous)
      })
    }
  })
})

it('fees may be of an acquirer that a closing names, though it is configured no more', async () => {
  const { body } = must(await manager.get('/api/staff/settings/edit'))
  expect(at(body, 'entity.acquirers')).toEqual(
    expect.arrayContaining([
      { name: 'cielo', title: 'Cielo' },
      { name: 'erede', title: 'erede' },
    ]),
  )
})

describe('an adjustment', () => {
  it('is counted by the next closing, and needs a closed day', async () => {
    const entry = { lot_id: 3, of_day: '2026-11-26', value: -12.34, reason: 'Cobrança repetida na máquina' }
    expect((await supervisor.post('/api/staff/closings/adjustments', entry)).status).toBe(403)
    expect((await manager.post('/api/staff/closings/adjustments', entry)).status).toBe(201)
    const open = await manager.post('/api/staff/closings/adjustments', { ...entry, of_day: '2026-11-28' })
    expect(open.body).toMatchObject({ status: 409, code: 'day_open', data: { lot_id: 3, number: null } })
    for (const value of [0, 1.234, 100_000.01])
      expect((await manager.post('/api/staff/closings/adjustments', { ...entry, value })).status).toBe(422)
    const preview = await supervisor.get('/api/staff/closings/preview?lot_id=3')
    expect(preview.body).toMatchObject({
      data: { id: null, number: null, day: '2026-11-28', totals: { adjusted: -12.34 } },
    })
    await closeAt('29T05:01:00')
    const next = await closingOf(3, '2026-11-28')
    expect(next).toMatchObject({
      totals: { adjusted: -12.34, total: -12.34 },
      adjustments: [{ of_day: '2026-11-26', value: -12.34, reason: entry.reason }],
    })
    expect(await closingOf(3, '2026-11-26')).toMatchObject({ totals: { adjusted: 0, total: 102 } })
  })
})

describe('mails', () => {
  it('go to the recipients of the lot with their lines, and again on request, five times an hour', async () => {
    const id = String(at(await closingOf(1, '2026-11-26'), 'id'))
    expect((await manager.post(`/api/staff/closings/${id}/mail`)).body).toMatchObject({
      code: 'no_recipient',
      data: { id: Number(id) },
    })
    const { body } = must(await manager.get('/api/staff/audit?subject=closing'))
    expect(at(body, 'data.0.about')).toBe('Aeroporto nº 3 de 28/11/2026')
    const emails = ['contador@exemplo.com.br']
    for (const [lot, closing] of [
      ['/api/staff/lots/1', { delayMinutes: 0, emails }],
      ['/api/staff/lots/3', { delayMinutes: 60, emails }],
    ] as const) {
      const { body } = await manager.get(`${lot}/edit`)
      must(await manager.change('PUT', lot, { ...Object(at(body, 'data')), closing }))
    }
    const belowZero = String(at(await closingOf(3, '2026-11-28'), 'id'))
    must(await manager.post(`/api/staff/closings/${belowZero}/mail`))
    await closeAt('30T03:00:00')
    await portal.runJobs()
    const mails = await listStoredMails(portal.db)
    expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual(
      expect.arrayContaining([
        'contador@exemplo.com.br Fechamento nº 4 - Garagem Centro - 29/11/2026 - R$ 0,00',
        expect.stringMatching(/^contador@exemplo.com.br Fechamento nº 3 - .* - 28\/11\/2026 - -R\$ 12,34$/),
      ]),
    )
    for (const status of [200, 200, 200, 200, 200, 429])
      expect((await manager.post(`/api/staff/closings/${id}/mail`)).status).toBe(status)
  })
})

it('the preview leaves late rows and adjustments to yesterday’s closing while it is not made yet', async () => {
  await book(3, '29T15:00:00', 5000)
  await bookMachine(portal.db, { lot: 3, at: instant('27T15:00:00'), cents: 700 })
  const entry = { lot_id: 3, of_day: '2026-11-28', value: -3, reason: 'Troco errado' }
  must(await manager.post('/api/staff/closings/adjustments', entry))
  const preview = async () =>
    at(must(await supervisor.get('/api/staff/closings/preview?lot_id=3')).body, 'data')
  const nothing = { day: '2026-11-30', totals: { late: 0, adjusted: 0, total: 0 }, adjustments: [] }
  await closeAt('30T03:30:00')
  expect(await preview()).toMatchObject(nothing)
  await closeAt('30T04:01:00')
  expect(await preview()).toMatchObject(nothing)
  expect(await closingOf(3, '2026-11-29')).toMatchObject({
    totals: { gross: 50, late: 7, adjusted: -3, total: 54 },
  })
  const lines = await exported(supervisor, 'closing_lines', 'lot_id=3&from=2026-11-29&until=2026-11-29')
  expect(lines.map((row) => [row['Dia'], row['Seção'], row['Forma'], row['Valor']]).toSorted()).toEqual([
    ['29/11/2026', 'Ajustes de 28/11/2026', '', '-3,00'],
    ['29/11/2026', 'Atrasados de 27/11/2026', '', '7,00'],
    ['29/11/2026', 'Portal', 'Crédito', '50,00'],
  ])
})

it('several instances at once close each day once', async () => {
  portal.clock.forward((5 * dayMs) / minuteMs + 121)
  await Promise.all([1, 2, 3, 4].map(() => closeDays(portal.deps.closing)))
  const { rows } = await sql<{ lot_id: number; days: number; last: number }>`
    select lot_id, count(distinct day)::int as days, max(number) as last from closing group by lot_id order by lot_id`.execute(
    portal.db,
  )
  expect(rows).toEqual([
    { lot_id: 1, days: 9, last: 9 },
    { lot_id: 2, days: 10, last: 10 },
    { lot_id: 3, days: 9, last: 9 },
  ])
})
