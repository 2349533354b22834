import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cieloAcquirer } from '#acquirer/server/cielo/cielo.ts'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { acquirersOf } from '#app/server/start.ts'
import { at } from '#test/support/client.ts'
import { TestClock } from '#test/support/clock.ts'
import { openingTime } from '#test/support/database/fill.ts'
import { createTestDatabase } from '#test/support/database/testDatabase.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { staffMember } from '#test/support/staff.ts'
import { type AcquirerProxy, startAcquirerProxy } from '#test/support/instances/acquirerProxy.ts'

const skewMinutes = 2

/** Two instances on one database and one acquirer; the clock of `ahead` is two minutes ahead of that of `behind`. */
let behind: TestPortal
let ahead: TestPortal
let proxy: AcquirerProxy
let close: () => Promise<void>
beforeAll(async () => {
  const place = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'guiche-clocks-'))
  const clock = new TestClock(openingTime)
  const simulator = await startSimulator({ port: 0, clock, skipsWaits: true })
  proxy = await startAcquirerProxy(simulator.url)
  const through = (transactionUrl: string) =>
    acquirersOf(
      cieloAcquirer({
        transactionUrl,
        queryUrl: simulator.url,
        isSingleHost: true,
        merchantId: '00000000-0000-4000-8000-000000000000',
        merchantKey: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
        softDescriptor: 'ESTACIONA',
        timeoutMs: 2_000,
        clock,
        notificationHeader: null,
      }),
    )
  const open = (minutes: number, url: string) =>
    startPortal({
      after: {
        place: { ...place, drop: async () => {} },
        now: new Date(Date.parse(openingTime) + minutes * 60_000).toISOString(),
        books: join(folder, `unused${minutes}.json`),
      },
      acquirers: () => through(url),
    })
  behind = await open(0, proxy.url)
  ahead = await open(skewMinutes, simulator.url)
  voided = async () =>
    (await simulatorControls(simulator.url).ledger()).reduce((sum, sale) => sum + sale.voided, 0)
  close = async () => {
    await behind.close()
    await ahead.close()
    await proxy.close()
    await simulator.close()
    await place.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
afterAll(() => close())

/** Centavos that the acquirer has refunded. */
let voided: () => Promise<number>

it('an instance whose clock is ahead does not repeat a refund that another instance leases, and makes it after the lease', async () => {
  const driver = behind.client()
  const token = await openTransaction(driver, await behind.openTicket(125))
  expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  const manager = await staffMember(behind, 2)

  const reached = proxy.pause({ method: 'PUT', point: 'before' })
  const path = `/api/staff/transactions/${token}`
  const giving = manager.post(`${path}/refund`, { value: 7, kept: 7, reason: 'Cobrança indevida' })
  await reached
  // The refund of `behind` is still pending: a second request could refund twice.
  await ahead.runJobs()
  expect(await voided()).toBe(0)

  must(await giving)
  await behind.runJobs()
  // It timed out after two seconds and is due again; the refund's lease is longer.
  ahead.clock.forward(1)
  await ahead.runJobs()
  expect(await voided()).toBe(0)

  await ahead.expireLeases()
  ahead.clock.forward(5)
  await ahead.runJobs()
  expect(await voided()).toBe(700)
  const stands = at(must(await manager.get(`${path}/edit`)).body, 'data')
  expect(stands).toMatchObject({ state: 'refunded', refunds: [{ state: 'confirmed' }] })
})
