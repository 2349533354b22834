import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '#test/support/flow.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** What a person sees at info of what happened meanwhile. */
async function linesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = portal.logs.length
  await work()
  return portal.logs.slice(before).filter((line) => line.includes('"req"'))
}

it('what a page only reads is not told: its files, its calls, health checks, addresses that nobody knows', async () => {
  const client = portal.client()
  const read = ['/', '/assets/x.js', '/healthz', '/readyz', '/api/session/web', '/api/parking/stats']
  for (const path of read)
    expect({ path, told: await linesOf(() => client.get(path)) }).toEqual({ path, told: [] })
})

it('what somebody did, or was refused, is one line: route and status, never the address', async () => {
  const client = portal.client()
  const code = await portal.openTicket(125)
  const lines = await linesOf(async () => must(await client.post('/api/tk_ticket/read', { code })))
  expect(lines).toEqual([expect.stringContaining('"req":{"method":"POST","route":"/api/tk_ticket/read"}')])
  const refused = await linesOf(() =>
    client.post('/api/pm_transaction/0123456789abcdef0123456789abcdef/pay', {}),
  )
  expect(refused).toEqual([expect.stringContaining('"route":"/api/pm_transaction/:token/pay"')])
  expect(refused.join()).not.toContain('0123456789abcdef')
})
