import { beforeEach, describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { cardBody, cardEndingIn, must } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import { path, pixGuests } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** The calls without an answer. */
let silent: 'never' | 'about ends' | 'always' = 'never'
let isCreating = true
const nothing = { outcome: 'unknown', reference: null, detail: 'silent' } as const
const portal = portalOfFile({
  acquirers: (cielo, bacen) =>
    acquirersOf(cielo, {
      ...bacen,
      authorise: async (request) => {
        const made = await bacen.authorise(request)
        return isCreating ? made : nothing
      },
      findByOrderKey: async (orderKey) => (isCreating ? bacen.findByOrderKey(orderKey) : nothing),
      findByReference: async (reference) =>
        silent === 'always' ? nothing : bacen.findByReference(reference),
      cancel: async (reference) => (silent === 'never' ? bacen.cancel(reference) : nothing),
    }),
})
beforeEach(() => {
  silent = 'never'
  isCreating = true
})

const { opened, shown, readAsPayer, outcomeInAllBooks, payWithoutWebhook } = pixGuests(() => portal)

const paid = { desk: 'captured', method: 'Pix', gate: true, bank: 7, keptReais: 7 }

describe('a bank without answers', () => {
  it('leaves the code open, and blocks another payment until it answers', async () => {
    const one = await shown()
    const inFlight = { status: 409, body: { code: 'payment_in_flight' } }
    const shownStill = { state: 'awaiting_payment', pix: { code: expect.stringMatching(/^0002/) } }
    for (const when of ['about ends', 'always'] as const) {
      silent = when
      expect(await one.client.post(path(one.token, '/changeType'), { payment_type: 1 })).toMatchObject(
        inFlight,
      )
      expect(await one.client.post(path(one.token, '/cancelPayment'))).toMatchObject(inFlight)
      expect(await readAsPayer(one)).toMatchObject(shownStill)
    }
    portal.clock.forward(16)
    await portal.sweep()
    expect(await readAsPayer(one)).toMatchObject({
      state: 'awaiting_payment',
      pix: null,
      reason: expect.stringMatching(/Não pague de novo/),
    })
    expect(await one.client.post(path(one.token, '/cancelPayment'))).toMatchObject(inFlight)
    silent = 'never'
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(5)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual(paid)
  })

  it('does not block other payers once the code expired; later money is refunded', async () => {
    const one = await shown()
    silent = 'always'
    portal.clock.forward(16)
    await portal.sweep()
    const other = await customer(portal)
    const theirs = await opened({ client: other.client, code: one.code, type: 1 })
    must(await other.client.post(path(theirs.token, '/pay'), cardBody(cardEndingIn(1))))
    silent = 'never'
    await payWithoutWebhook(one.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await outcomeInAllBooks(one)).toEqual({ ...paid, desk: 'refunded', bank: 0, keptReais: 0 })
  })

  it('about the end of a code whose payment is unknown: not cancelled, and its money pays', async () => {
    const one = await shown()
    const { id } = await portal.db
      .updateTable('payment')
      .set({ state: 'unknown' })
      .where('token', '=', one.token)
      .returning('id')
      .executeTakeFirstOrThrow()
    await portal.db.updateTable('attempt').set({ state: 'unknown' }).where('payment_id', '=', id).execute()
    silent = 'about ends'
    expect(await one.client.post(path(one.token, '/cancelPayment'))).toMatchObject({
      status: 409,
      body: { code: 'payment_in_flight', data: { state: 'awaiting_payment' } },
    })
    silent = 'never'
    await payWithoutWebhook(one.orderKey, 700)
    expect(await readAsPayer(one)).toMatchObject({ state: 'captured' })
    expect(await outcomeInAllBooks(one)).toEqual(paid)
  })

  it('about a code never shown: blocks neither the ticket nor its payer', async () => {
    const { client } = await customer(portal)
    const one = await opened({ client })
    isCreating = false
    const told = must(await client.post(path(one.token, '/pay'), { method: 'pix' }))
    expect(told.body).toMatchObject({
      data: { ok: false, reason: expect.stringMatching(/não foi gerado/), transaction: { state: 'created' } },
    })
    must(await client.post(path(one.token, '/changeType'), { payment_type: 1 }))
    must(await client.post(path(one.token, '/pay'), cardBody(cardEndingIn(1))))
    isCreating = true
    const [charge] = (await portal.pix.ledger()).slice(-1)
    const orderKey = charge?.txid ?? ''
    await payWithoutWebhook(orderKey, 700)
    portal.clock.forward(30)
    await portal.sweep()
    expect(await outcomeInAllBooks({ ...one, orderKey })).toEqual({ ...paid, method: 'Crédito', bank: 0 })
  })
})
