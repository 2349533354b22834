import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { openTill, take, takeIdOf, undoTake } from '#test/support/garage/till.ts'
import { bookMachine, bookMoney } from '#test/support/reporting/money.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

let supervisor: PortalClient
let code: string
let token: string

const saoPaulo = 'America/Sao_Paulo'
const march = 'from=2026-03-01&until=2026-03-31'
const february = 'from=2026-02-01&until=2026-02-28'

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  code = await portal.openTicket(130)
  const driver = portal.client()
  token = await openTransaction(driver, code)
  must(await pay(driver, token, cardEndingIn(1)))
  // Of February in Brasília, of March in UTC.
  const lastMinute = new Date('2026-03-01T02:59:00Z')
  await bookMachine(portal.db, { lot: 1, at: lastMinute, cents: 600, method: 'dinheiro' })
  const pix = { method: 'pix', acquirer: 'bacen', zone: saoPaulo } as const
  await bookMoney(portal.db, { ...pix, lot: 2, at: new Date('2026-02-10T12:00:00Z'), cents: 900 })
  await bookMoney(portal.db, {
    ...pix,
    lot: 2,
    at: new Date('2026-02-10T13:00:00Z'),
    cents: 900,
    kind: 'refund',
  })
})

const taken = async (query: string) => must(await supervisor.get(`/api/staff/taken?${query}`)).body

describe('everything taken', () => {
  it('is captures and payments at machines, each with what it opens', async () => {
    expect(at(await taken(`${march}&source=portal`), 'data')).toEqual([
      {
        id: expect.any(Number),
        at: '2026-03-10T12:00:00-03:00',
        time_zone: saoPaulo,
        lot: 'Garagem Centro',
        ticket: code,
        payment: token,
        protocol: 'P00000001',
        source: 'portal',
        method: 'Crédito',
        brand: 'Visa',
        acquirer: 'cielo',
        amount: { value: 7, valueHuman: '7,00' },
      },
    ])
    const [machine, pix, ...others] = [at(await taken(february), 'data')].flat()
    expect(machine).toMatchObject({
      at: '2026-02-28T23:59:00-03:00',
      source: 'machine',
      method: 'Máquina, dinheiro',
      payment: null,
      protocol: null,
      brand: null,
      acquirer: null,
      amount: { valueHuman: '6,00' },
    })
    expect(pix).toMatchObject({ lot: 'Shopping Norte', method: 'Pix', acquirer: 'bacen' })
    expect(others).toEqual([])
  })

  it.each([
    ['', 2],
    ['&lot_id=1', 1],
    ['&lot_id=2', 1],
    ['&lot_id=3', 0],
    ['&source=machine', 1],
    ['&source=portal', 1],
    ['&source=portal&lot_id=1', 0],
  ])('is narrowed by "%s", and its file has the same rows', async (query, rows) => {
    const listed = await taken(`${february}${query}`)
    expect(at(listed, 'meta.total')).toBe(rows)
    const file = await exported(supervisor, 'taken', `${february}${query}`)
    expect(file.map((row) => row['Valor'])).toEqual(
      [at(listed, 'data')].flat().map((row) => at(row, 'amount.valueHuman')),
    )
  })

  it('needs a period of 400 days at most, as its file does', async () => {
    for (const query of [
      '',
      'from=2026-03-01',
      'until=2026-03-31',
      'from=&until=',
      'from=2025-01-01&until=2026-03-01',
    ])
      for (const path of ['/api/staff/taken', '/api/staff/exports/taken.csv'])
        expect(await supervisor.get(`${path}?${query}`)).toMatchObject({
          status: 422,
          body: { code: 'period_required' },
        })
  })
})

it('lists takes of tills; an undone one also as a row below zero', async () => {
  await openTill(supervisor)
  const parked = await portal.openTicket(130)
  const first = must(await take(supervisor, parked, { value: 7 }))
  must(await undoTake(supervisor, takeIdOf(first)))
  must(await take(supervisor, parked, { value: 7, method: 'card_machine' }))
  const rows = [at(await taken(`${march}&source=till`), 'data')].flat()
  expect(rows.map((row) => [at(row, 'method'), at(row, 'amount.value')])).toEqual([
    ['Balcão, maquininha', 7],
    ['Balcão, dinheiro', -7],
    ['Balcão, dinheiro', 7],
  ])
  expect(rows[0]).toMatchObject({ ticket: parked, source: 'till', payment: null, lot: 'Garagem Centro' })
  const file = await exported(supervisor, 'taken', `${march}&source=till`)
  expect(file.map((row) => row['Valor'])).toEqual(['7,00', '-7,00', '7,00'])
})

it('pages go on where the one before ended, machines and portal in one order', async () => {
  const minute = (n: number) => new Date(Date.UTC(2026, 0, 15, 12, n))
  for (let n = 0; n < 23; n += 1) {
    const of = { lot: 3, at: minute(n), cents: 100 + n }
    await (n % 3 === 0
      ? bookMachine(portal.db, of)
      : bookMoney(portal.db, { ...of, zone: saoPaulo, brand: 'Visa' }))
  }
  const january = 'from=2026-01-01&until=2026-01-31'
  const pages = [await taken(january), await taken(`${january}&page=2`), await taken(`${january}&page=3`)]
  const values = pages.map((page) => [at(page, 'data')].flat().map((row) => at(row, 'amount.value')))
  expect(values.map((page) => page.length)).toEqual([20, 3, 0])
  expect(values.flat()).toEqual(Array.from({ length: 23 }, (_, n) => (122 - n) / 100))
  expect(at(pages[1], 'meta')).toMatchObject({ total: 23, last_page: 2 })
})
