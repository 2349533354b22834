import { expect, it } from 'vitest'
import { limits } from '#session/limits.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import {
  cardEndingIn,
  must,
  openTransaction,
  pay,
  payAuthenticated,
  payDebit,
  twinOf,
} from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'

const portal = portalOfFile()

const master = '5200000000000031'
const sales = async () => (await portal.simulator.ledger()).length

/** Another driver with another ticket tries a card. */
async function tryCard(card: string, client: PortalClient = portal.client()) {
  const token = await openTransaction(client, await portal.openTicket(130))
  return must(await pay(client, token, card)).body
}

it('a card lost according to Mastercard (advice 03) is refused at once for 30 days, for any payer', async () => {
  await simulatorControls(portal.simulator.url).fault('mac_03')
  const first = await tryCard(master)
  const reason = textAt(first, 'data.reason')
  expect(reason).toMatch(/use outro cartão\.$/)
  const before = await sales()
  expect(await tryCard(master)).toMatchObject({
    data: { ok: false, reason, transaction: { state: 'created', reason, attempts_left: 5 } },
  })
  expect(await sales()).toBe(before)
  expect(at(await tryCard(cardEndingIn(1)), 'data.ok')).toBe(true)
  portal.clock.forward(30 * 24 * 60 + 1)
  expect(at(await tryCard(master), 'data.ok')).toBe(true)
})

it('a card that its brand calls irreversible by code is not sent again; one without funds is', async () => {
  const [lost, poor] = [cardEndingIn(3, 7), cardEndingIn(8, 7)]
  const reason = textAt(await tryCard(lost), 'data.reason')
  expect(reason).toBe('Transação não permitida para este cartão. Use outro cartão.')
  const before = await sales()
  expect(textAt(await tryCard(lost), 'data.reason')).toBe(reason)
  expect(await sales()).toBe(before)
  expect(textAt(await tryCard(twinOf(lost)), 'data.transaction.state')).toBe('created')
  expect(await sales()).toBe(before + 1)
  await tryCard(poor)
  await tryCard(poor)
  expect(await sales()).toBe(before + 3)
})

it('a final refusal during authentication blocks the card; another card pays', async () => {
  const lost = cardEndingIn(3, 9)
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130), 2)
  expect(at(must(await pay(client, token, lost)).body, 'data.authenticate')).toBe(true)
  const reason = textAt(await tryCard(lost), 'data.reason')
  const before = await sales()
  expect(must(await payAuthenticated(client, token, lost)).body).toMatchObject({
    data: { ok: false, reason, transaction: { state: 'created', reason, attempt: null } },
  })
  expect(textAt(must(await pay(client, token, lost)).body, 'data.reason')).toBe(reason)
  expect(await sales()).toBe(before)
  expect(at(must(await payDebit(client, token, cardEndingIn(1, 9))).body, 'data.ok')).toBe(true)
  await expectInvariants(portal)
})

it('a final refusal found after a lost answer blocks the card for every payer', async () => {
  const lost = cardEndingIn(3, 10)
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  await simulatorControls(portal.simulator.url).fault('drop_after_commit')
  expect(must(await pay(client, token, lost)).body).toMatchObject({ data: { needs_reload: true } })
  portal.clock.forward(1)
  await portal.sweep()
  const reason = textAt(must(await client.get(`/api/pm_transaction/${token}`)).body, 'data.reason')
  expect(reason).toMatch(/Use outro cartão/)
  const before = await sales()
  expect(textAt(await tryCard(lost), 'data.reason')).toBe(reason)
  expect(await sales()).toBe(before)
  const counted = portal.db.selectFrom('attempt').innerJoin('payment', 'payment.id', 'payment_id')
  const { id } = await counted.select('attempt.id').where('token', '=', token).executeTakeFirstOrThrow()
  const marks = portal.db.selectFrom('rate_mark').select('kind').where('attempt_id', '=', id)
  expect((await marks.execute()).filter(({ kind }) => kind in limits)).toEqual([])
})

it('a card blocked by Velocity is not sent for an hour', async () => {
  const card = cardEndingIn(1, 8)
  await simulatorControls(portal.simulator.url).fault('status0_bp171')
  const reason = textAt(await tryCard(card), 'data.reason')
  const before = await sales()
  expect(textAt(await tryCard(card), 'data.reason')).toBe(reason)
  expect(await sales()).toBe(before)
  portal.clock.forward(61)
  expect(at(await tryCard(card), 'data.ok')).toBe(true)
})

it('a brand’s lower limit of tries blocks its card', async () => {
  const [card, client] = ['5200000000000098', portal.client()]
  for (let n = 0; n < 7; n += 1) await tryCard(card, portal.client())
  const token = await openTransaction(client, await portal.openTicket(130))
  const answer = await pay(client, token, card)
  expect(answer.status).toBe(429)
  expect(at(answer.body, 'code')).toBe('too_many_attempts')
})
