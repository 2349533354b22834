import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { dayMs, isoIn, minuteMs } from '#kit/clock.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { bookMachine } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'
import { openDay } from '#test/simulation/day.ts'
import { closeDays } from './flow/closeDays.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await sql`truncate paid_segment, ledger cascade`.execute(portal.db)
  await sql`update lot set time_zone = ${zones[2]} where id = 2`.execute(portal.db)
  await closeDays(portal.deps.closing)
})

const zones: Readonly<Record<number, string>> = {
  1: 'America/Sao_Paulo',
  2: 'America/Manaus',
  3: 'America/Sao_Paulo',
}

type Sums = { gross: number; refunded: number; machine: number }
/** Expected sums by 'lot day'. */
const expected = new Map<string, Sums>()

function addExpected(lot: number, what: keyof Sums, cents: number): void {
  const key = `${lot} ${isoIn(zones[lot] ?? '', portal.clock.now()).slice(0, 10)}`
  const sums = expected.get(key) ?? { gross: 0, refunded: 0, machine: 0 }
  expected.set(key, { ...sums, [what]: sums[what] + cents })
}

/** Centavos that the acquirer captured and gave back. */
async function atAcquirer(token?: string): Promise<{ captured: number; voided: number }> {
  const sales = await portal.simulator.ledger()
  const own = sales.filter(({ order_id }) => token === undefined || order_id.startsWith(token))
  return {
    captured: own.reduce((sum, sale) => sum + sale.captured, 0),
    voided: own.reduce((sum, sale) => sum + sale.voided, 0),
  }
}

async function sell(lot: number): Promise<string> {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130, lot))
  must(await pay(client, token, cardEndingIn(1)))
  addExpected(lot, 'gross', (await atAcquirer(token)).captured)
  return token
}

async function refundPart(manager: PortalClient, token: string, lot: number): Promise<void> {
  const file = at(must(await manager.get(`/api/staff/transactions/${token}/edit`)).body, 'data')
  const body = { value: 2.5, kept: Number(at(file, 'kept.value')), reason: 'Cobrado a mais' }
  must(await manager.post(`/api/staff/transactions/${token}/refund`, body))
  await portal.runJobs()
  addExpected(lot, 'refunded', (await atAcquirer(token)).voided)
}

it('a week of three lots: each closing equals the simulated events, months are the sum of their days, and the acquirer agrees', () =>
  expectEachDayClosed(8))
it(
  'a month of three lots: each closing equals the simulated events, months are the sum of their days, and the acquirer agrees',
  { tags: 'deep', timeout: 120_000 },
  () => expectEachDayClosed(30),
)

async function expectEachDayClosed(days: number): Promise<void> {
  const chance = openDay(portal.clock, 20261127)
  for (let day = 0; day < days; day += 1) {
    for (const lot of [1, 2, 3]) {
      const token = await sell(lot)
      const cents = chance.between(100, 2_000)
      await bookMachine(portal.db, { lot, at: portal.clock.now(), cents })
      addExpected(lot, 'machine', cents)
      if (day % 7 === lot) {
        portal.clock.forward(chance.between(1, 300))
        await refundPart(await staffMember(portal, 2), token, lot)
      }
    }
    portal.clock.forward(chance.between(1_300, 1_500))
    await closeDays(portal.deps.closing)
  }
  portal.clock.forward((3 * dayMs) / minuteMs)
  await closeDays(portal.deps.closing)

  const staff = await staffMember(portal, 10)
  const found = await portal.db.selectFrom('closing').select('id').execute()
  const closed = new Map<string, Sums>()
  for (const { id } of found) {
    const closing = at(must(await staff.get(`/api/staff/closings/${id}/edit`)).body, 'data')
    const cents = (name: string) => Math.round(Number(at(closing, `totals.${name}`)) * 100)
    const sums = { gross: cents('gross'), refunded: cents('refunded'), machine: cents('machine') }
    expect(cents('late')).toBe(0)
    expect(cents('total')).toBe(sums.gross - sums.refunded + sums.machine)
    if (sums.gross + sums.refunded + sums.machine > 0)
      closed.set(`${String(at(closing, 'lot_id'))} ${String(at(closing, 'day'))}`, sums)
  }
  expect(Object.fromEntries(closed)).toEqual(Object.fromEntries(expected))

  const path = '/api/staff/closings/period?unit=month&from=2026-01-01&to=2026-12-31'
  const period = at(must(await staff.get(path)).body, 'data')
  const sum = (name: keyof Sums) => [...closed.values()].reduce((all, sums) => all + sums[name], 0)
  const { captured, voided } = await atAcquirer()
  expect(period).toMatchObject({
    missing_days: [],
    totals: { gross: captured / 100, refunded: voided / 100, machine: sum('machine') / 100 },
  })
  expect([sum('gross'), sum('refunded')]).toEqual([captured, voided])
  expect(voided).toBeGreaterThan(0)
}
