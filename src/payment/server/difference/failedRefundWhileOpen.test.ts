import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'

/** The bank rejects a refund while another of the sale is open; no webhook says which. */
const portal = portalOfFile({ acquirerTimeoutMs: 1_200 })
let manager: PortalClient
beforeEach(async () => {
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, refund, close, paid, keptOf, notify, giveBackOutside, later, casesOf } = saleActions(() => ({
  portal,
  manager,
}))

/** Of R$ 7,00: R$ 3,00 to be rejected, after `earlier`, then R$ 2,00 under a fault; then the webhook. */
async function deniedWhile(fault: string, earlier = 0) {
  const { token } = await paid()
  if (earlier > 0) await refund(token, earlier, 7)
  await portal.simulator.fault('void_denied')
  await refund(token, 3, 7 - earlier)
  portal.clock.forward(1)
  await portal.simulator.fault(fault)
  expect(await refund(token, 2, 4 - earlier)).toMatchObject({ state: 'refunding' })
  await later(3)
  await notify(token, 5)
  await later(11)
  return token
}

const denied = { state: 'refused', return_code: 'denied', amount: { value: 3 } }

it('not sent yet: it stays open and is refunded tomorrow as the acquirer requires', async () => {
  const token = await deniedWhile('void_41')
  expect(await open(token)).toMatchObject({
    state: 'refunding',
    kept: { value: 7 },
    refunds: [denied, { state: 'asked' }],
    cases: [{ kind: 'void_denied', amount: { value: 3 } }],
    history: expect.arrayContaining([
      expect.objectContaining({ reason: 'Devolução negada pelo banco do cartão' }),
    ]),
  })
  expect(await keptOf(token)).toBe(700)
  await expectInvariants(portal)
  await later(24 * 60)
  manager = await staffMember(portal, 2)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 5 },
    refunds: [denied, { state: 'confirmed' }],
  })
  expect(await keptOf(token)).toBe(500)
  must(await close(token, 'void_denied'))
  await expectInvariants(portal)
})

it.each([
  ['and lost', 'drop_before_commit'],
  ['and made late', 'late_untold'],
] as const)('sent %s: refunded once, and not taken for the rejected one', async (_how, fault) => {
  const token = await deniedWhile(fault)
  await later(12)
  expect(await keptOf(token)).toBe(500)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 5 },
    refunds: [denied, { state: 'confirmed' }],
    ledger: [
      { kind: 'capture' },
      { amount: { value: 3 } },
      { amount: { value: -3 } },
      { amount: { value: 2 } },
    ],
    cases: [{ kind: 'void_denied', amount: { value: 3 } }],
  })
  must(await close(token, 'void_denied'))
  await later(25 * 60)
  manager = await staffMember(portal, 2)
  expect(await keptOf(token)).toBe(500)
  expect(await open(token)).toMatchObject({ cases: [] })
  await expectInvariants(portal)
})

it('sent and made late, larger than the rejected one: not taken for it either', async () => {
  const { token } = await paid()
  await portal.simulator.fault('void_denied')
  await refund(token, 2, 7)
  portal.clock.forward(1)
  await portal.simulator.fault('late_untold')
  await refund(token, 3, 5)
  await later(3)
  // R$ 3,00 are refunded, R$ 2,00 of them known.
  expect(await open(token)).toMatchObject({ state: 'refunding', kept: { value: 5 } })
  await notify(token, 5)
  await later(11)
  await later(12)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 4 },
    refunds: [{ return_code: 'denied', amount: { value: 2 } }, { state: 'confirmed' }],
    cases: [{ kind: 'void_denied', amount: { value: 2 } }],
  })
  expect(await keptOf(token)).toBe(400)
  must(await close(token, 'void_denied'))
  await expectInvariants(portal)
})

it('sent, with two possible readings: it ends too and is rechecked', async () => {
  // Refunded R$ 3,00 of R$ 4,00: without the earlier R$ 1,00, or with R$ 2,00 instead of R$ 3,00.
  const token = await deniedWhile('late_untold', 1)
  expect(await keptOf(token)).toBe(400)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 4 },
    refunds: [{ return_code: 'denied' }, { state: 'confirmed' }, { return_code: 'denied' }],
  })
  await expectInvariants(portal)
  await giveBackOutside(token, 200)
  await later(61)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 2 },
    cases: expect.arrayContaining([expect.objectContaining({ kind: 'returned_outside' })]),
  })
  must(await close(token, 'returned_outside'))
  must(await close(token, 'void_denied'))
  await expectInvariants(portal)
})

/** Mails about failed refunds. */
const deniedMails = async (token: string) =>
  (
    await portal.db
      .selectFrom('mail')
      .innerJoin('ledger', (join) => join.on('mail.unique_key', '=', sql`'denied-' || ledger.id`))
      .innerJoin('payment', 'payment.id', 'ledger.payment_id')
      .select('mail.id')
      .where('token', '=', token)
      .execute()
  ).length

it.each(['drop_before_commit', 'void_476'])(
  'repeated webhook (%s) during an equal refund: that one is not rejected',
  async (fault) => {
    const { token } = await paid()
    await refund(token, 2, 7)
    portal.clock.forward(1)
    await portal.simulator.fault('void_denied')
    await refund(token, 2, 5)
    await later(3)
    await notify(token, 5)
    await later(11)
    expect(await open(token)).toMatchObject({ kept: { value: 5 }, state: 'partly_refunded' })
    await portal.simulator.fault(fault)
    await refund(token, 2, 5)
    expect(await open(token)).toMatchObject({ state: 'refunding' })
    await notify(token, 5)
    expect(await deniedMails(token)).toBe(1)
    await later(12)
    await later(31)
    const done = { state: 'confirmed' }
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 3 },
      refunds: [done, { return_code: 'denied' }, done],
    })
    expect(await keptOf(token)).toBe(300)
    expect(await deniedMails(token)).toBe(1)
    expect(await casesOf(token)).toMatchObject([{ kind: 'void_denied', amount_cents: 200 }])
    must(await close(token, 'void_denied'))
    await expectInvariants(portal)
  },
)
