import type { Browser, BrowserContext } from 'playwright-core'
import * as z from 'zod/mini'
import { lotStats } from '#parking/contract.ts'
import { lotEntry, type WireLotEntry } from '#parking/backoffice.ts'
import { at } from '#test/support/client.ts'
import { callAs } from '../customer.ts'
import { staffBrowser } from '../staff.ts'
import { callGate } from '../demo.ts'

const rows = z.array(z.object({ id: z.number() }))

/** Changes every lot, or the one with this number, during `work`; then restores it. */
export async function withLots(
  browser: Browser,
  { only, ...change }: Partial<WireLotEntry> & { only?: number },
  work: () => Promise<void>,
): Promise<void> {
  const staff = await staffBrowser(browser, 2)
  const listed = z.parse(rows, at(await callAs(staff, '/api/staff/lots'), 'data')).map(({ id }) => id)
  const ids = only === undefined ? listed : [only]
  const before = await Promise.all(ids.map(async (id) => ({ id, lot: await lotOf(staff, id) })))
  const save = (id: number, data: WireLotEntry) =>
    callAs(staff, `/api/staff/lots/${id}`, { method: 'PUT', data })
  try {
    for (const { id, lot } of before) await save(id, { ...lot, ...change })
    await work()
  } finally {
    for (const { id, lot } of before) await save(id, lot)
    await staff.close()
  }
}

async function lotOf(staff: BrowserContext, id: number): Promise<WireLotEntry> {
  return z.parse(lotEntry, at(await callAs(staff, `/api/staff/lots/${id}/edit`), 'entity'))
}

/** Sensors report a car on every reserved space during `work`, then on none. */
export async function withReservesTaken(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  const lots = z.parse(z.array(lotStats), at(await callAs(context, '/api/parking/stats'), 'data'))
  const see = async (share: 0 | 1) => {
    for (const { id, ...lot } of lots) {
      const normal = lot.total_normal - lot.free_normal
      const pregnant = lot.total_pregnant - lot.free_pregnant
      const disabilities = lot.total_disabilities - lot.free_disabilities
      const seen = { normal, pregnant, disabilities, reserves: share * lot.total_reserves }
      await callGate(`/lots/${id}/occupancy`, { ...seen, at: new Date().toISOString() })
    }
  }
  await see(1)
  try {
    await work()
  } finally {
    await see(0)
  }
}
