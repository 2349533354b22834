import { expect } from 'vitest'
import { at } from '#test/support/client.ts'
import { connect } from '../browser.ts'
import { callAs } from '../customer.ts'
import { staffBrowser } from '../staff.ts'

/** During `work` the operator's settings are changed, and debit (or Pix) is closed, which shows when the change applies. */
export async function withSettings(change: object, work: () => Promise<void>): Promise<void> {
  const staff = await staffBrowser(await connect(), 1)
  const path = '/api/staff/settings'
  const offered = async () => at(await callAs(staff, '/api/session/web'), 'configs.methods')
  const before = Object(at(await callAs(staff, `${path}/edit`), 'entity'))
  const all = await offered()
  await callAs(staff, path, { method: 'PUT', data: { ...before, ...change } })
  try {
    await expect.poll(offered).not.toEqual(all)
    await work()
  } finally {
    await callAs(staff, path, { method: 'PUT', data: { ...before, seen_version: undefined } })
    await expect.poll(offered).toEqual(all)
    await staff.close()
  }
}
