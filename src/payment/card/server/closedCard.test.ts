import { describe, expect, it } from 'vitest'
import { saveCard } from '#card/server/flow/saveCard.ts'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { simulatorMerchant } from '#test/support/simulatorControls.ts'

const portal = portalOfFile()

const salesOf = async (token: string) =>
  (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token)).length
const open = async (client: PortalClient) => openTransaction(client, await portal.openTicket(130))

it('a final refusal found after a lost answer blocks the card for this payment', async () => {
  const client = portal.client()
  const token = await open(client)
  must(await pay(client, token, cardEndingIn(7)))
  await portal.db.deleteFrom('refused_card').execute()
  const again = must(await pay(client, token, cardEndingIn(7))).body
  expect(textAt(again, 'data.reason')).toMatch(/encerrada/)
  expect(await salesOf(token)).toBe(1)
})

describe('a card that its bank has closed', () => {
  it('is not sent again: same answer, no second sale, no attempt used; another card pays', async () => {
    const client = portal.client()
    const token = await open(client)
    const closed = cardEndingIn(7)
    const first = must(await pay(client, token, closed)).body
    expect(textAt(first, 'data.reason')).toMatch(/encerrada/)
    must(await pay(client, token, cardEndingIn(8)))
    const again = must(await pay(client, token, closed)).body
    expect(again).toMatchObject({
      data: {
        ok: false,
        reason: textAt(first, 'data.reason'),
        transaction: { state: 'created', reason: textAt(first, 'data.reason'), attempts_left: 3 },
      },
    })
    expect(await salesOf(token)).toBe(2)
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  })

  it('is deleted here and at its acquirer if it was saved', async () => {
    const { client, person } = await customer(portal)
    const { deps, db } = portal
    const reply = await fetch(`${portal.simulator.url}/1/card`, {
      method: 'POST',
      headers: { ...simulatorMerchant, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        CustomerName: 'Maria',
        CardNumber: cardEndingIn(7),
        Holder: 'MARIA SOUZA',
        ExpirationDate: '12/2040',
        Brand: 'Visa',
      }),
    })
    const saved = {
      userId: person.id,
      paymentType: 1,
      brand: 'Visa',
      acquirer: 'cielo',
      termsHash: 'hash',
    } as const
    const acquirerToken = textAt(await reply.json(), 'CardToken')
    const card = { ...saved, lastDigits: cardEndingIn(7).slice(-4), acquirerToken }
    await saveCard(db, deps.payment.cardKeys, card, portal.clock.now())
    const cards = async () => at(must(await client.get('/api/me/pm_person_paymethod')).body, 'data')
    const [kept] = (await cards()) as object[]
    const token = await open(client)
    const body = { isNewCard: false, payMethod_token: textAt(kept, 'ws_token') }
    const refused = must(await client.post(`/api/pm_transaction/${token}/pay`, body)).body
    expect(textAt(refused, 'data.reason')).toMatch(/encerrada/)
    expect(await cards()).toEqual([])
    await portal.runJobs()
    const told = await db.selectFrom('job').select('done_at').where('kind', '=', 'forget_card').execute()
    expect(told).toEqual([{ done_at: portal.clock.now() }])
    expect((await client.post(`/api/pm_transaction/${token}/pay`, body)).status).toBe(422)
    expect(at(must(await pay(client, token, cardEndingIn(1))).body, 'data.ok')).toBe(true)
  })
})

it('a card that was refused for now is sent again', async () => {
  const client = portal.client()
  const token = await open(client)
  must(await pay(client, token, cardEndingIn(8)))
  must(await pay(client, token, cardEndingIn(8)))
  expect(await salesOf(token)).toBe(2)
})
