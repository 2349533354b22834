import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { atTheBank, payAtBank } from '#test/support/bank.ts'
import { cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'
import { acquirersOf } from './start.ts'
import { listen } from '#test/support/wire/listen.ts'

let portal: TestPortal | null = null
let server: Awaited<ReturnType<typeof silentMailServer>> | null = null
afterEach(async () => {
  server?.close()
  await portal?.close()
  portal = null
  server = null
})

async function paid({ client, openTicket }: TestPortal): Promise<string> {
  const driver = client()
  const token = await openTransaction(driver, await openTicket(125))
  expect(at(must(await pay(driver, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  return token
}

const jobs = (open: TestPortal, kind: string) =>
  open.db.selectFrom('job').select(['done_at', 'tries', 'last_error']).where('kind', '=', kind).execute()

/** Claimed, and neither done nor failed. */
const underWay = { done_at: null, tries: 1, last_error: null }

it('a hanging acquirer delays no mail', async () => {
  const open = await startPortal({ acquirerTimeoutMs: 10_000 })
  portal = open
  const { db, simulator } = open
  const { client, person } = await customer(open)
  const manager = await staffMember(open, 2)
  const token = await paid(open)
  await open.runJobs()
  await db.deleteFrom('mail').execute()

  await simulator.fault('hang')
  const wish = { value: 7, kept: 7, reason: 'Cobrança indevida' }
  const refund = manager.post(`/api/staff/transactions/${token}/refund`, wish)
  await expect.poll(() => jobs(open, 'refund')).toMatchObject([underWay])

  await paid(open)
  must(await client.post('/api/access/recover_email', { email: person.email }))
  const recipients = async () =>
    (await db.selectFrom('mail').select('recipient').execute()).map(({ recipient }) => recipient).toSorted()
  await expect.poll(recipients).toEqual([payer.email, person.email].toSorted())
  expect(await jobs(open, 'refund')).toMatchObject([underWay])
  await refund
})

it('a hanging background query delays no query that a customer waits for', async () => {
  const silence = Promise.withResolvers<void>()
  let counted = 0
  const open = await startPortal({
    acquirerTimeoutMs: 25_000,
    acquirers: (cielo, bacen) =>
      acquirersOf(
        {
          ...cielo,
          // The janitor gets no answer; the job waits for one.
          findSales: async () => {
            counted += 1
            if (counted > 1) await silence.promise
            return { outcome: 'unknown', reference: null, detail: 'silent' }
          },
        },
        bacen,
      ),
  })
  portal = open
  await paid(open)
  open.clock.forward(62)
  await open.sweep()
  await expect.poll(() => jobs(open, 'detect_duplicates')).toMatchObject([underWay])

  await open.simulator.fault('drop_after_commit')
  const driver = open.client()
  const token = await openTransaction(driver, await open.openTicket(125))
  const state = async () => at(must(await driver.get(`/api/pm_transaction/${token}`)).body, 'data.state')
  must(await pay(driver, token, cardEndingIn(1, 1)))
  expect(await state()).toBe('unknown')
  open.clock.forward(3 / 60)
  open.deps.jobs.kick()
  await expect.poll(state).toBe('captured')
  expect(await jobs(open, 'detect_duplicates')).toMatchObject([underWay])
  silence.resolve()
})

it('a hanging mail server delays no refund', async () => {
  server = await silentMailServer()
  const open = await startPortal({ env: { SMTP_URL: server.url } })
  portal = open
  const { simulator } = open
  await paid(open)
  await expect.poll(() => jobs(open, 'receipt')).toMatchObject([underWay])

  const client = open.client()
  const token = await openTransaction(client, await open.openTicket(125), 2)
  const asked = must(await payAtBank(open, client, token, cardEndingIn(1)))
  await atTheBank(open, textAt(asked.body, 'data.authUrl'), 'abandoned')
  must(await client.post(`/api/pm_transaction/${token}/changeType`, { payment_type: 1 }))
  must(await pay(client, token, cardEndingIn(1)))
  await atTheBank(open, textAt(asked.body, 'data.authUrl'), 'authenticated')
  const kept = async () =>
    (await simulator.ledger())
      .filter(({ order_id }) => order_id.startsWith(token))
      .map(({ captured, voided }) => captured - voided)
      .toSorted((a, b) => a - b)
  await expect.poll(kept).toEqual([0, 700])
  expect((await jobs(open, 'receipt'))[0]).toMatchObject(underWay)
})

/** Accepts connections and never answers. */
async function silentMailServer() {
  const callers: Socket[] = []
  const listening = createServer((socket) => void callers.push(socket.on('error', () => {})))
  const port = await listen(listening)
  const close = () => {
    for (const caller of callers) caller.destroy()
    listening.close()
  }
  return { url: `smtp://127.0.0.1:${port}`, close }
}
