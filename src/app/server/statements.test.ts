import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { during } from '#test/support/database/statements.ts'
import { address, cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { createReserve, driver, reserved } from '#test/support/garage/reserve.ts'
import { staffMember } from '#test/support/staff.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  // What a process remembers between calls is remembered from here on.
  await purchase()
  await portal.runJobs()
})
afterAll(() => portal.close())

const visa = cardEndingIn(1)
const lookUp = (client: ReturnType<TestPortal['client']>, code: string) =>
  client.post('/api/tk_ticket/read', { code })

async function purchase(): Promise<void> {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  expect(at(must(await pay(client, token, visa)).body, 'data.ok')).toBe(true)
}

/** A guest whose ticket is looked up and whose data and address are typed. */
async function readyToOpen() {
  const client = portal.client()
  const code = await portal.openTicket(130)
  // Another ticket's transaction leaves data and address in the session.
  await openTransaction(client, await portal.openTicket(130))
  must(await lookUp(client, code))
  const body = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
  return { client, body }
}

async function readyToPay() {
  const client = portal.client()
  return { client, token: await openTransaction(client, await portal.openTicket(130)) }
}

/** A reserved car inside. */
async function inside() {
  const car = await reserved(portal, 2)
  must(await portal.gate().entry({ lot_id: 2, gate: 'E1', plate: car.plate }))
  return car
}

/** Without `run` the jobs that the preparation left are the flow. */
type Flow = () => Promise<{ run: () => Promise<unknown>; jobs?: true } | { run?: never; jobs: true }>

/**
 * What each flow asks of the database, begin and commit included: every one is a way there and back, while the customer
 * waits. A number that falls is good news: write the new one. One that grows needs a reason.
 */
const flows: readonly (readonly [string, number, Flow])[] = [
  [
    'look-up',
    2,
    async () => {
      const client = portal.client()
      const code = await portal.openTicket(130)
      must(await lookUp(client, code))
      return { run: async () => must(await lookUp(client, code)) }
    },
  ],
  [
    'set_account',
    2,
    async () => {
      const client = portal.client()
      must(await lookUp(client, await portal.openTicket(130)))
      return { run: async () => must(await client.post('/api/account/set_account', payer)) }
    },
  ],
  [
    'set_address',
    2,
    async () => {
      const client = portal.client()
      must(await client.post('/api/account/set_account', payer))
      return { run: async () => must(await client.post('/api/account/set_address', address)) }
    },
  ],
  [
    'createTransaction',
    3,
    async () => {
      const { client, body } = await readyToOpen()
      return { run: async () => must(await client.post('/api/tk_ticket/createTransaction', body)) }
    },
  ],
  [
    'pay by card',
    8,
    async () => {
      const { client, token } = await readyToPay()
      return { run: async () => must(await pay(client, token, visa)) }
    },
  ],
  [
    'the receipt’s job',
    3,
    async () => {
      await portal.runJobs()
      await purchase()
      return { jobs: true }
    },
  ],
  ['the whole purchase from the gate on, with its jobs', 31, async () => ({ run: purchase, jobs: true })],
  [
    'cancel',
    8,
    async () => {
      const { client, token } = await readyToPay()
      return { run: async () => must(await client.post(`/api/pm_transaction/${token}/cancelPayment`)) }
    },
  ],
  [
    'reserve: create',
    20,
    async () => {
      const { client, vehicleId } = await driver(portal)
      return { run: async () => must(await createReserve(client, vehicleId, 2)) }
    },
  ],
  [
    'reserve: confirm',
    33,
    async () => {
      const car = await inside()
      return { run: async () => must(await car.confirm()) }
    },
  ],
  [
    'entry',
    12,
    async () => ({ run: async () => must(await portal.gate().entry({ lot_id: 1, gate: 'E1' })) }),
  ],
  [
    'exit',
    16,
    async () => {
      const code = await portal.openTicket(3)
      const leave = async () => (await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body
      return { run: async () => expect(at(await leave(), 'open')).toBe(true) }
    },
  ],
  [
    'machine payment',
    14,
    async () => {
      const code = await portal.openTicket(130)
      const paid = { code, amount: 7, paid_at: portal.clock.now().toISOString(), method: 'pix' }
      return { run: async () => must(await portal.gate().payment(paid)) }
    },
  ],
  [
    'staff’s list of payments',
    4,
    async () => {
      const manager = await staffMember(portal, 2)
      const list = async () => must(await manager.get('/api/staff/transactions'))
      return { run: async () => expect(textAt((await list()).body, 'data.0.id')).not.toBe('') }
    },
  ],
]

it.each(flows)('%s makes %i statements', async (name, due, prepare) => {
  const { run, jobs } = await prepare()
  // What the preparation set off is not the flow's.
  if (run) await portal.runJobs()
  const { statements, others } = await during(async () => {
    await run?.()
    if (jobs) await portal.runJobs()
  })
  const made = jobs ? [...statements, ...others] : statements
  const list = made.map((text, index) => `${String(index + 1).padStart(4)} ${text.replaceAll(/\s+/g, ' ')}`)
  expect(made.length, `${name}: ${made.length} statements instead of ${due}\n${list.join('\n')}\n`).toBe(due)
})

/** What keeps PostgreSQL planning a statement anew at each call: it costs more than the statement does. */
const planned = [/\bstate"?\s*(=\s*any\s*\(|in\s*\()\s*\$/, /^\s*select\b.*\bunnest\(\$/s]

it.each(flows.filter(([name]) => /look-up|createTransaction|pay by card/.test(name)))(
  '%s asks nothing that is planned anew each time',
  async (_name, _due, prepare) => {
    const { run } = await prepare()
    const { statements } = await during(async () => run?.())
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.filter((text) => planned.some((one) => one.test(text)))).toEqual([])
  },
)

it('a session of the portal keeps to its indexes, also to those of tables that were small when they were analysed', async () => {
  const asked = sql<{ cost: string }>`select current_setting('random_page_cost') as cost`
  expect((await asked.execute(portal.db)).rows).toEqual([{ cost: '1.1' }])
})
