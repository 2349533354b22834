import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { path, pixGuests } from '#test/support/pix/guests.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** What the next card waits for on its way to the acquirer. */
let onTheWay = async () => {}
/** The acquirer of cards says nothing at all. */
let isSilent = false
/** The bank of the codes says nothing at all, or names no payment. */
let bank: 'silent' | 'nameless' | null = null
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({
    acquirers: (cielo, bacen) =>
      acquirersOf(
        {
          ...cielo,
          authorise: async (request) => {
            const once = onTheWay
            onTheWay = async () => {}
            await once()
            return isSilent ? nothing : cielo.authorise(request)
          },
          find: async (orderKey) => (isSilent ? nothing : cielo.find(orderKey)),
        },
        bacen && {
          ...bacen,
          findByReference: async (reference) => {
            const found = bank === 'silent' ? nothing : await bacen.findByReference(reference)
            return found.outcome === 'approved' && bank === 'nameless'
              ? { ...found, endToEndId: null }
              : found
          },
        },
      ),
  })
})
afterAll(() => portal.close())

const nothing = { outcome: 'unknown', reference: null, detail: 'silent' } as const
const { shown, seen, chargeOf, payUnheard } = pixGuests(() => portal)
const [approved, refused] = [cardEndingIn(1), cardEndingIn(2)]

/** A code that somebody has on the screen, and somebody else's card for the same ticket on its way to the acquirer. */
async function twoPayers(number: string) {
  const pix = await shown()
  const client = portal.client()
  const token = await openTransaction(client, pix.code, 1)
  const there = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  onTheWay = async () => {
    there.resolve()
    await go.promise
  }
  const answer = pay(client, token, number)
  await there.promise
  const card = {
    client,
    token,
    /** It goes on to the acquirer; answers what came of it. */
    goes: async () => {
      go.resolve()
      return must(await answer)
    },
    state: async () => at(must(await client.get(path(token))).body, 'data.state'),
    kept: async () => {
      const sales = (await portal.simulator.ledger()).filter(({ order_id }) => order_id.startsWith(token))
      return sales.reduce((sum, { captured, voided }) => sum + captured - voided, 0)
    },
  }
  return { pix, card }
}

type Shown = Awaited<ReturnType<typeof shown>>

/** What the bank keeps of a code. */
async function keptOf(one: Shown): Promise<number> {
  const charge = await chargeOf(one.orderKey)
  return charge.paid.reduce((sum, { amount }) => sum + amount, -charge.returned)
}

/** The states that the payment of a code was ever in. */
async function history({ token }: Shown): Promise<string[]> {
  const { id } = await portal.db
    .selectFrom('payment')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const rows = portal.db.selectFrom('audit').select('action').where('subject', '=', 'payment')
  const found = await rows.where('subject_id', '=', String(id)).orderBy('id').execute()
  return found.map(({ action }) => action)
}

/** What staff have to look at of the payment of a code. */
async function casesOf({ token }: Shown): Promise<string[]> {
  const rows = portal.db.selectFrom('review_case').innerJoin('payment', 'payment.id', 'payment_id')
  const open = rows.where('token', '=', token).where('closed_at', 'is', null)
  return (await open.select('kind').execute()).map(({ kind }) => kind)
}

const waiting = {
  state: 'awaiting_payment',
  pix: null,
  reason: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
}

describe('a Pix that is paid while somebody else’s card is at the acquirer', () => {
  it('waits, and is kept when the card is refused: seen by the next look', async () => {
    const { pix, card } = await twoPayers(refused)
    await payUnheard(pix.orderKey, 700)
    expect(await seen(pix)).toMatchObject(waiting)
    expect(await pix.client.post(path(pix.token, '/cancelPayment'))).toMatchObject({
      body: { code: 'payment_in_flight' },
    })
    expect(await keptOf(pix)).toBe(700)
    await card.goes()
    expect(await card.state()).toBe('created')
    expect(await seen(pix)).toMatchObject({ state: 'captured', ticket_dt_exit: expect.any(String) })
    expect([await keptOf(pix), await card.kept()]).toEqual([700, 0])
    expect(must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code: pix.code })).body).toMatchObject({
      open: true,
    })
    await expectInvariants(portal)
  })

  it('goes back when the card is approved, and its payer is never told that nothing was charged', async () => {
    const { pix, card } = await twoPayers(approved)
    await payUnheard(pix.orderKey, 700)
    expect(await seen(pix)).toMatchObject(waiting)
    await card.goes()
    await portal.runJobs()
    expect(await seen(pix)).toMatchObject({ state: 'refunded' })
    expect(await history(pix)).not.toContain('cancelled')
    expect([await keptOf(pix), await card.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('nobody looks, and the acquirer never heard of the card: found by a job within seconds', async () => {
    const { pix, card } = await twoPayers(refused)
    await payUnheard(pix.orderKey, 700)
    expect(await seen(pix)).toMatchObject(waiting)
    await card.goes()
    for (const seconds of [2, 3, 5]) {
      portal.clock.forward(seconds / 60)
      await portal.runJobs()
    }
    expect(await history(pix)).toContain('captured')
    await expectInvariants(portal)
  })

  it('the card’s answer is lost: the Pix waits until it is known, and goes back where the money was taken', async () => {
    const { pix, card } = await twoPayers(approved)
    await portal.simulator.fault('drop_after_commit')
    await payUnheard(pix.orderKey, 700)
    await card.goes()
    expect(await card.state()).toBe('unknown')
    expect(await seen(pix)).toMatchObject(waiting)
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await card.state()).toBe('captured')
    expect(await seen(pix)).toMatchObject({ state: 'refunded' })
    expect([await keptOf(pix), await card.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('nobody ever learns of the card: after a day the money goes back', async () => {
    const { pix, card } = await twoPayers(approved)
    isSilent = true
    await card.goes()
    expect(await card.state()).toBe('unknown')
    await payUnheard(pix.orderKey, 700)
    expect(await seen(pix)).toMatchObject(waiting)
    portal.clock.forward(24 * 60 + 1)
    await portal.sweep()
    await portal.runJobs()
    expect(await seen(pix)).toMatchObject({ state: 'refunded' })
    expect(await keptOf(pix)).toBe(0)
    isSilent = false
  })
})

describe('a code that is paid after its payment was cancelled, behind somebody else’s card', () => {
  it('waits too: the janitor books it once the card is refused', async () => {
    const { pix, card } = await twoPayers(refused)
    must(await pix.client.post(path(pix.token, '/cancelPayment')))
    await payUnheard(pix.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await keptOf(pix)).toBe(700)
    expect(await seen(pix)).toMatchObject({ state: 'cancelled' })
    await card.goes()
    portal.clock.forward(1)
    await portal.sweep()
    expect(await seen(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('neither bank says anything when the day is over: it is asked all the same, staff are told, and it goes back', async () => {
    const { pix, card } = await twoPayers(refused)
    must(await pix.client.post(path(pix.token, '/cancelPayment')))
    isSilent = true
    await card.goes()
    await payUnheard(pix.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    bank = 'silent'
    portal.clock.forward(24 * 60)
    await portal.sweep()
    expect(await casesOf(pix)).toEqual(['late_answer'])
    bank = null
    portal.clock.forward(31)
    await portal.sweep()
    await portal.runJobs()
    expect(await seen(pix)).toMatchObject({ state: 'refunded' })
    expect(await keptOf(pix)).toBe(0)
    await portal.sweep()
    expect(await casesOf(pix)).toEqual([])
    isSilent = false
  })
})

describe('a bank that gives a payment no name', () => {
  it('its Pix waits too, and goes back when the card is approved; nobody is told that nothing was charged', async () => {
    bank = 'nameless'
    const { pix, card } = await twoPayers(approved)
    await payUnheard(pix.orderKey, 700)
    expect(await seen(pix)).toMatchObject(waiting)
    await card.goes()
    await portal.runJobs()
    expect(await seen(pix)).toMatchObject({ state: 'refunded' })
    expect(await history(pix)).not.toContain('cancelled')
    expect([await keptOf(pix), await card.kept()]).toEqual([0, 700])
    bank = null
  })
})

describe('both at the same moment, many times', () => {
  it.each([
    ['refused', refused, [700, 0]],
    ['approved', approved, null],
  ] as const)('a card that is %s: one of the two is kept', async (_, number, expected) => {
    for (let round = 0; round < 4; round += 1) {
      const { pix, card } = await twoPayers(number)
      await Promise.all([card.goes(), portal.pix.pay(pix.orderKey)])
      await portal.runJobs()
      await seen(pix)
      await portal.runJobs()
      const kept = [await keptOf(pix), await card.kept()]
      expect(expected ?? kept).toEqual(kept)
      expect(kept.reduce((sum, cents) => sum + cents, 0)).toBe(700)
      await expectInvariants(portal)
    }
  })
})
