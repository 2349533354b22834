import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, isoIn, minuteMs } from '#kit/clock.ts'
import { startOfDay } from '#kit/localInstant.ts'
import { formatDay, nextDay } from '#kit/calendar.ts'
import { listStoredMails } from '#kit/server/mail/mailer.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { closeTill, moveTill, openTill, take, takeIdOf, undoTake } from '#test/support/garage/till.ts'
import { exported } from '#test/support/reporting/exported.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { closeDays } from './flow/closeDays.ts'

const zone = 'America/Sao_Paulo'
const portal = portalOfFile()
let cashier: PortalClient
let today: string

/** Sets the clock to a local time of a day, which ends logins, and closes what is due then. */
async function goTo(day: string, minutes: number): Promise<void> {
  const then = addMs(startOfDay(day, zone), minutes * minuteMs)
  portal.clock.forward((then.getTime() - portal.clock.now().getTime()) / minuteMs)
  await closeDays(portal.deps.closing)
  cashier = await staffMember(portal, 10)
}

const pays = async (minutes: number, value: number, rest: object = {}) =>
  takeIdOf(must(await take(cashier, await portal.openTicket(minutes), { value, ...rest })))

type Line = { section: string; method: string | null; count: number; value: number }
const tillLines = (closing: unknown) =>
  (at(closing, 'lines') as Line[])
    .filter(({ section }) => section.startsWith('till'))
    .map(({ section, method, count, value }) => [section, method, count, value])
const preview = async (lot = 1) =>
  at(must(await cashier.get(`/api/staff/closings/preview?lot_id=${lot}`)).body, 'data')
async function closingOf(day: string): Promise<unknown> {
  const listed = must(await cashier.get(`/api/staff/closings?lot_id=1&from=${day}&until=${day}`))
  return at(
    must(await cashier.get(`/api/staff/closings/${String(at(listed.body, 'data.0.id'))}/edit`)).body,
    'data',
  )
}

beforeAll(async () => {
  await portal.db
    .updateTable('lot')
    .set({ closing_emails: JSON.stringify(['contador@exemplo.com.br']) })
    .execute()
  today = nextDay(isoIn(zone, portal.clock.now()).slice(0, 10))
  await goTo(today, 10 * 60)
  const till = await openTill(cashier)
  await pays(60, 6, { received: 10 })
  await pays(400, 11)
  await pays(300, 9, { method: 'card_machine' })
  must(await undoTake(cashier, await pays(130, 7)))
  must(await moveTill(cashier, till, { kind: 'withdrawal', value: 50 }))
  must(await moveTill(cashier, till, { kind: 'deposit', value: 20 }))
  must(await closeTill(cashier, till, 86.5))
})

const lines = [
  ['till', 'card_machine', 1, 9],
  ['till', 'cash', 2, 17],
  ['till_difference', null, 1, -0.5],
]

describe('the day of a till', () => {
  it('its preview, Hoje and the dashboard have the same sums', async () => {
    expect(tillLines(await preview())).toEqual(lines)
    expect(await preview()).toMatchObject({ has_till: true, totals: { till: 26, total: 26 } })
    expect(await preview(2)).toMatchObject({ has_till: false, totals: { till: 0 } })
    const lots = at(must(await cashier.get('/api/staff/today')).body, 'data.lots') as { id: number }[]
    const lot = lots.find(({ id }) => id === 1)
    expect(lot).toMatchObject({ till: { value: 26 }, total: { value: 26 } })
    expect(at(lot, 'methods')).toMatchObject([
      { method: 'till_cash', text: 'Balcão, dinheiro', value: 17 },
      { method: 'till_card', text: 'Balcão, maquininha', value: 9 },
    ])
    expect(at(lot, 'hours.10')).toEqual({ hour: 10, portal: 0, machine: 0, till: 26 })
    const sums = must(await cashier.get(`/api/staff/dashboard?from=${today}&to=${today}&lot_id=1`))
    expect(at(sums.body, 'data.totals.till')).toBe(26)
  })

  it('is closed with these lines, which the rows of the export add up to', async () => {
    // This one stays open over midnight, with a take that is undone on the next day.
    await openTill(cashier, 0)
    await goTo(today, 24 * 60 - 2)
    const late = await pays(130, 7)
    await goTo(nextDay(today), 2)
    must(await undoTake(cashier, late))
    await goTo(nextDay(today), 70)
    const closed = await closingOf(today)
    expect(tillLines(closed)).toEqual([
      ['till', 'card_machine', 1, 9],
      ['till', 'cash', 3, 24],
      ['till_difference', null, 1, -0.5],
    ])
    expect(closed).toMatchObject({ totals: { till: 33, total: 33 }, upto: { take: expect.any(Number) } })
    const rows = await exported(cashier, 'till_takes', `from=${today}&until=${today}&lot_id=1`)
    expect(rows.reduce((sum, { Valor = '' }) => sum + Number(Valor.replace(',', '.')), 0)).toBe(33)
    const csv = await exported(cashier, 'closing_lines', `from=${today}&until=${today}&lot_id=1`)
    expect(csv.map((row) => [row['Seção'], row['Forma']])).toContainEqual(['Balcão', 'Balcão, dinheiro'])
  })

  it('an undoing after midnight is of the next day', async () => {
    await goTo(nextDay(nextDay(today)), 70)
    expect(tillLines(await closingOf(nextDay(today)))).toEqual([['till', 'cash', -1, -7]])
    expect(at(await closingOf(nextDay(today)), 'totals.till')).toBe(-7)
  })

  it("a take that is written after its day was closed is late, in the counter's name", async () => {
    const taken = portal.db
      .selectFrom('till_take')
      .where('undoes_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
    const { id: _take, ...take } = await taken.selectAll().executeTakeFirstOrThrow()
    const paid = portal.db.selectFrom('paid_segment').where('id', '=', take.segment_id)
    const { id: _segment, ...segment } = await paid.selectAll().executeTakeFirstOrThrow()
    const copy = portal.db
      .insertInto('paid_segment')
      .values({ ...segment, n: segment.n + 1, undone_at: null })
    const { id: segmentId } = await copy.returning('id').executeTakeFirstOrThrow()
    const receipts = portal.db.updateTable('till_receipt').set(({ eb }) => ({ number: eb('number', '+', 1) }))
    const { number } = await receipts.where('lot_id', '=', 1).returning('number').executeTakeFirstOrThrow()
    const own = { receipt_number: number, idempotency_key: 'late', segment_id: segmentId }
    await portal.db
      .insertInto('till_take')
      .values({ ...take, ...own })
      .execute()
    const third = nextDay(nextDay(today))
    await goTo(nextDay(third), 70)
    const csv = await exported(cashier, 'closing_lines', `from=${third}&until=${third}&lot_id=1`)
    expect(csv.map((row) => [row['Seção'], row['Forma'], row['Valor']])).toEqual([
      [`Atrasados de ${formatDay(today)}`, 'Balcão, dinheiro', '7,00'],
    ])
  })

  it('its mail has the sum of the counter, that of a lot without a till has not', async () => {
    await portal.runJobs()
    const mails = await listStoredMails(portal.db)
    const of = (lot: string) => mails.find(({ subject }) => subject.includes(lot))?.text ?? ''
    expect(of('Garagem Centro')).toContain('Balcão')
    expect(of('Shopping Norte')).toContain('Máquinas')
    expect(of('Shopping Norte')).not.toContain('Balcão')
  })
})
