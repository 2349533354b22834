import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardEndingIn, must } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { path } from '#test/support/pix/guests.ts'
import { openCompetingDrivers } from '#test/support/pix/competingDrivers.ts'
import type { TestPortal } from '#test/support/portal.ts'

let rivals: Awaited<ReturnType<typeof openCompetingDrivers>>
let portal: TestPortal
beforeAll(async () => {
  rivals = await openCompetingDrivers()
  portal = rivals.portal
})
afterAll(() => portal.close())

const [approved, refused] = [cardEndingIn(1), cardEndingIn(2)]

async function casesOf({ token }: { token: string }): Promise<string[]> {
  const rows = portal.db.selectFrom('review_case').innerJoin('payment', 'payment.id', 'payment_id')
  const open = rows.where('token', '=', token).where('closed_at', 'is', null)
  return (await open.select('kind').execute()).map(({ kind }) => kind)
}

const waiting = {
  state: 'awaiting_payment',
  pix: null,
  reason: 'Estamos confirmando o pagamento com o banco. Não pague de novo.',
}

describe('a Pix paid while another payer’s card is at the acquirer', () => {
  it('waits, and is booked when the card is refused and the code is queried', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    expect(await pix.client.post(path(pix.token, '/cancelPayment'))).toMatchObject({
      body: { code: 'payment_in_flight' },
    })
    expect(await rivals.keptOf(pix)).toBe(700)
    await card.goes()
    expect(await card.state()).toBe('created')
    expect(await rivals.readAsPayer(pix)).toMatchObject({
      state: 'captured',
      ticket_dt_exit: expect.any(String),
    })
    expect([await rivals.keptOf(pix), await card.kept()]).toEqual([700, 0])
    expect(must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code: pix.code })).body).toMatchObject({
      open: true,
    })
    await expectInvariants(portal)
  })

  it("is refunded when the card is approved, never shown as 'nothing charged'", async () => {
    const { pix, card } = await rivals.twoPayers(approved)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    await card.goes()
    await portal.runJobs()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.history(pix)).not.toContain('cancelled')
    expect([await rivals.keptOf(pix), await card.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('is booked by the refusal’s job when no screen is open', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    await card.goes()
    await portal.runJobs()
    expect(await rivals.history(pix)).toContain('captured')
    await expectInvariants(portal)
  })

  it('waits for a lost card answer, and is refunded if the card was captured', async () => {
    const { pix, card } = await rivals.twoPayers(approved)
    await portal.simulator.fault('drop_after_commit')
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    await card.goes()
    expect(await card.state()).toBe('unknown')
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    expect(await card.state()).toBe('captured')
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect([await rivals.keptOf(pix), await card.kept()]).toEqual([0, 700])
    await expectInvariants(portal)
  })

  it('is refunded after a day if the card’s outcome stays unknown', async () => {
    const { pix, card } = await rivals.twoPayers(approved)
    rivals.banks.isCardSilent = true
    await card.goes()
    expect(await card.state()).toBe('unknown')
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    portal.clock.forward(24 * 60 + 1)
    await portal.sweep()
    await portal.runJobs()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.keptOf(pix)).toBe(0)
    rivals.banks.isCardSilent = false
  })
})

describe('a code paid after its payment was cancelled, while another payer’s card is in progress', () => {
  it('waits too: the janitor books it once the card is refused', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    must(await pix.client.post(path(pix.token, '/cancelPayment')))
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    expect(await rivals.keptOf(pix)).toBe(700)
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'cancelled' })
    await card.goes()
    portal.clock.forward(1)
    await portal.sweep()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'captured' })
    await expectInvariants(portal)
  })

  it('neither bank answers within a day: queried again, a case opens, and it is refunded', async () => {
    const { pix, card } = await rivals.twoPayers(refused)
    must(await pix.client.post(path(pix.token, '/cancelPayment')))
    rivals.banks.isCardSilent = true
    await card.goes()
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    portal.clock.forward(20)
    await portal.sweep()
    rivals.banks.code = 'silent'
    portal.clock.forward(24 * 60)
    await portal.sweep()
    expect(await casesOf(pix)).toEqual(['late_answer'])
    rivals.banks.code = null
    portal.clock.forward(31)
    await portal.sweep()
    await portal.runJobs()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.keptOf(pix)).toBe(0)
    await portal.sweep()
    expect(await casesOf(pix)).toEqual([])
    rivals.banks.isCardSilent = false
  })
})

describe('a bank that gives a payment no name', () => {
  it('its Pix waits too, and is refunded when the card is approved', async () => {
    rivals.banks.code = 'nameless'
    const { pix, card } = await rivals.twoPayers(approved)
    await rivals.payWithoutWebhook(pix.orderKey, 700)
    expect(await rivals.readAsPayer(pix)).toMatchObject(waiting)
    await card.goes()
    await portal.runJobs()
    expect(await rivals.readAsPayer(pix)).toMatchObject({ state: 'refunded' })
    expect(await rivals.history(pix)).not.toContain('cancelled')
    expect([await rivals.keptOf(pix), await card.kept()]).toEqual([0, 700])
    rivals.banks.code = null
  })
})

describe('a Pix and another payer’s card at the same moment, several times', () => {
  it.each([
    ['refused', refused, [700, 0]],
    ['approved', approved, null],
  ] as const)('a card that is %s: one of the two is kept', async (_, number, expected) => {
    for (let round = 0; round < 4; round += 1) {
      const { pix, card } = await rivals.twoPayers(number)
      await Promise.all([card.goes(), portal.pix.pay(pix.orderKey)])
      await portal.runJobs()
      await rivals.readAsPayer(pix)
      await portal.runJobs()
      const kept = [await rivals.keptOf(pix), await card.kept()]
      expect(expected ?? kept).toEqual(kept)
      expect(kept.reduce((sum, cents) => sum + cents, 0)).toBe(700)
      await expectInvariants(portal)
    }
  })
})
