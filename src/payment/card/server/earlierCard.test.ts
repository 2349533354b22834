import { beforeAll, beforeEach, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
let manager: PortalClient
beforeAll(async () => {
  manager = await staffMember(portal, 2)
})
beforeEach(() => portal.simulator.clearFaults())

const { keptOf, open, paid, salesOf, later } = saleActions(() => ({ portal, manager }))

/** A first card with two 'not found', so that another can pay. */
async function unheard() {
  const scene = await paid('late_sale')
  await later(0.5)
  await later(1)
  expect(await scene.read()).toMatchObject({ state: 'created' })
  return scene
}

/** The first card's sale arrives with so much less than R$ 7,00. */
async function comes(token: string, lessCents = 200): Promise<void> {
  portal.clock.forward(2)
  const late = (await salesOf(token)).find(({ order_id }) => order_id.endsWith('A1'))
  const site = `${portal.simulator.url}/1/sales/${late?.payment_id}/void?amount=${lessCents}`
  if (lessCents > 0)
    expect((await fetch(site, { method: 'PUT', headers: simulatorMerchant })).status).toBe(200)
  const told = { PaymentId: late?.payment_id, ChangeType: 1 }
  must(await portal.client().post('/webhooks/acquirer', told, { bare: true }))
  await portal.runJobs()
}

it('an earlier card captures another amount after a later one was refused: reversed, and the driver pays', async () => {
  const { client, token, read } = await unheard()
  must(await pay(client, token, cardEndingIn(2)))
  await comes(token)
  expect(await read()).toMatchObject({ state: 'created' })
  expect(await keptOf(token)).toBe(0)
  must(await pay(client, token, cardEndingIn(1)))
  expect(await read()).toMatchObject({ state: 'captured' })
  expect(await keptOf(token)).toBe(700)
})

it('an earlier card captures another amount while a later one is at the acquirer: the driver pays once', async () => {
  const { client, token, read } = await unheard()
  await portal.simulator.fault('drop_after_commit')
  must(await pay(client, token, cardEndingIn(1)))
  expect(await read()).toMatchObject({ state: 'unknown' })
  await comes(token)
  await later(2)
  expect(await read()).toMatchObject({ state: 'captured' })
  expect(await keptOf(token)).toBe(700)
})

it('an earlier card pays after a later one was refused: every view shows the earlier one', async () => {
  const { client, token, read } = await unheard()
  must(await pay(client, token, cardEndingIn(2)))
  await comes(token, 0)
  const card_last_digits = cardEndingIn(1).slice(-4)
  expect(await read()).toMatchObject({ state: 'captured', card_last_digits })
  const card = expect.stringContaining(card_last_digits)
  expect(await open(token)).toMatchObject({ state: 'captured', card })
  const { client: owner } = await customer(portal)
  const { user_id } = await portal.db
    .selectFrom('payment')
    .select('user_id')
    .where('token', '=', await openTransaction(owner, await portal.openTicket(125)))
    .executeTakeFirstOrThrow()
  await portal.db.updateTable('payment').set({ user_id }).where('token', '=', token).execute()
  const history = at(must(await owner.get('/api/me/pm_transaction')).body, 'data')
  expect(history).toMatchObject([{ card_last_digits }])
  const list = at(must(await manager.get(`/api/staff/transactions?q=${token}`)).body, 'data')
  expect(list).toMatchObject([{ card }])
})
