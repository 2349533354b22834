import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, pay } from '#test/support/flow.ts'
import {
  driver as customerWithCar,
  createReserve,
  reserved,
  setReserve,
} from '#test/support/garage/reserve.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeEach(async () => {
  await portal.simulator.clearFaults()
  // The mails' hour and every query lag are over.
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const { open, refund, close, paid, keptOf, notify, giveBackOutside, later, mails, casesOf } = saleActions(
  () => ({
    portal,
    manager,
  }),
)

describe.each([
  ['chargeback', 7, 'Contestação (chargeback)', 'Outra fraude - cartao ausente', expect.any(String)],
  ['fraud_alert', 8, 'Aviso de fraude', 'Uso fraudulento do numero do cartao', null],
] as const)('%s', (kind, type, text, words, number) => {
  it('two webhooks, and other events of the sale: one case and one mail, closed by staff', async () => {
    const { token, read } = await paid(kind)
    await notify(token, type)
    expect(await casesOf(token)).toEqual([])
    await later(3)
    await notify(token, 1)
    await notify(token, type)
    expect(await open(token)).toMatchObject({
      state: 'captured',
      case: { kind, amount: { value: 7 } },
      cases: [{ kind }],
      events: [{ kind, amount: { value: 7 }, text: words, number }],
      can: { close: true },
    })
    expect(await mails('%')).toEqual([expect.objectContaining({ subject: `${text}: R$ 7,00` })])
    expect(await read()).toMatchObject({ state: 'captured' })

    expect(at(must(await close(token, kind)).body, 'data')).toMatchObject({
      cases: [],
      can: { close: false },
      history: expect.arrayContaining([
        expect.objectContaining({
          text: 'Caso encerrado pela equipe',
          reason: 'Conferido no site da adquirente',
        }),
      ]),
    })
    expect(await close(token, kind)).toMatchObject({ status: 409, body: { code: 'nothing_to_decide' } })
    await notify(token, type)
    await later(61)
    expect(await casesOf(token)).toMatchObject([{ closed_at: expect.any(Date) }])
  })

  it('a webhook not shown by a query for a day: a case', async () => {
    const { token } = await paid()
    await notify(token, type)
    await later(23 * 60)
    expect(await casesOf(token)).toEqual([])
    // Event and case are written together.
    await sql`alter table review_case add constraint none_now check (kind <> ${sql.lit(kind)}) not valid`.execute(
      portal.db,
    )
    await later(61)
    await sql`alter table review_case drop constraint none_now`.execute(portal.db)
    expect(await casesOf(token)).toEqual([])
    await later(61)
    expect(await casesOf(token)).toMatchObject([{ kind, amount_cents: 700, closed_at: null }])
  })
})

describe('a refund that the bank rejects', () => {
  const denied = { kind: 'void_denied', amount: { value: 7 } }

  it('is reversed in the ledger: paid again for driver and desk, which may refund it again', async () => {
    const { token, read } = await paid()
    await portal.simulator.fault('void_denied')
    expect(await refund(token, 7, 7)).toMatchObject({ state: 'refunded', kept: { value: 0 } })
    // Early, twice.
    await notify(token, 5)
    await notify(token, 5)
    await later(3)
    expect(await keptOf(token)).toBe(700)
    expect(at(await open(token), 'state')).toBe('refunded')
    await later(8)
    expect(await open(token)).toMatchObject({
      state: 'captured',
      kept: { value: 7 },
      ledger: [{ kind: 'capture' }, { kind: 'refund' }, { kind: 'refund', amount: { value: -7 } }],
      refunds: [{ state: 'refused', return_code: 'denied' }],
      cases: [denied],
      events: [denied],
      can: { refund: true, close: true },
      history: expect.arrayContaining([
        expect.objectContaining({ text: 'Paga', reason: 'Devolução negada pelo banco do cartão' }),
      ]),
    })
    expect(await read()).toMatchObject({ state: 'captured' })
    expect(await mails('alert-void_denied-%')).toMatchObject([
      { subject: 'Devolução negada pelo banco do cartão: 1 caso em análise' },
    ])
    const [toPayer] = await mails('denied-%')
    expect(toPayer).toMatchObject({ subject: 'A devolução de R$\u00a07,00 ainda não foi feita' })
    expect(toPayer?.text).toContain('o banco do cartão não aceitou a devolução')
    await expectInvariants(portal)

    await notify(token, 5)
    await notify(token, 1)
    expect(await casesOf(token)).toHaveLength(1)
    expect(await refund(token, 7, 7)).toMatchObject({ state: 'refunded', kept: { value: 0 } })
    expect(await keptOf(token)).toBe(0)
    must(await close(token, 'void_denied'))
    await expectInvariants(portal)
  })

  it('of a part, without a webhook: a query is no proof, and a case opens', async () => {
    const { token } = await paid()
    expect(await refund(token, 2, 7)).toMatchObject({ state: 'partly_refunded' })
    portal.clock.forward(1)
    await portal.simulator.fault('void_denied')
    expect(await refund(token, 3, 5)).toMatchObject({ state: 'partly_refunded', kept: { value: 2 } })
    await later(60)
    expect(at(await open(token), 'kept.value')).toBe(2)
    await later(24 * 60)
    manager = await staffMember(portal, 2)
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 2 },
      refunds: [{ state: 'confirmed' }, { state: 'confirmed', amount: { value: 3 } }],
      cases: [{ kind: 'return_unseen', amount: { value: 3 } }],
    })
    await expectInvariants(portal)
    await notify(token, 1)
    expect(at(await open(token), 'kept.value')).toBe(2)
    // The amount of another refund is unknown.
    expect(await refund(token, 1, 2)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 2 },
      refunds: [{}, {}, { state: 'refused', return_code: 'unseen' }],
    })
    await notify(token, 5)
    await later(1)
    expect(await open(token)).toMatchObject({
      kept: { value: 5 },
      refunds: [
        { state: 'confirmed' },
        { state: 'refused', return_code: 'denied', amount: { value: 3 } },
        {},
      ],
      cases: expect.arrayContaining([
        expect.objectContaining({ kind: 'void_denied' }),
        expect.objectContaining({ kind: 'return_unseen' }),
      ]),
    })
    expect(await keptOf(token)).toBe(500)
    must(await close(token, 'return_unseen'))
    await expectInvariants(portal)
  })

  it('of a part, without a sum in the query: nothing is booked', async () => {
    const { token } = await paid()
    expect(await refund(token, 3, 7)).toMatchObject({ state: 'partly_refunded' })
    await later(12)
    await portal.simulator.fault('query_untold')
    await notify(token, 1)
    expect(await open(token)).toMatchObject({ kept: { value: 4 }, cases: [] })
    await portal.simulator.fault('query_untold')
    await notify(token, 5)
    expect(await open(token)).toMatchObject({ kept: { value: 4 }, cases: [{ kind: 'return_unseen' }] })
    must(await close(token, 'return_unseen'))
  })

  /** Money that is not owed, refunded and rejected so many times. */
  async function unowed(times: number): Promise<string> {
    const { client, token, code } = await paid('late_sale')
    await later(0.5)
    await later(1)
    expect(await client.get(`/api/pm_transaction/${token}`)).toMatchObject({
      body: { data: { state: 'created' } },
    })
    must(
      await portal
        .gate()
        .payment({ code, amount: 7, method: 'cash', paid_at: portal.clock.now().toISOString() }),
    )
    await portal.simulator.fault('void_denied', times)
    await later(2)
    await later(1)
    expect(await open(token)).toMatchObject({ state: 'refunded', attempts: [{ state: 'given_back' }] })
    await later(3)
    expect(await keptOf(token)).toBe(700)
    await notify(token, 5)
    return token
  }

  it('a second time, of money that is not owed: one case with one sum', async () => {
    const token = await unowed(2)
    await later(11)
    await later(3)
    expect(await keptOf(token)).toBe(700)
    await notify(token, 5)
    await later(11)
    await later(3)
    expect(await keptOf(token)).toBe(700)
    expect(await open(token)).toMatchObject({
      state: 'refunding',
      attempts: [{ state: 'giving_back' }],
      cases: [denied, { kind: 'late_give_back' }],
    })
    await expectInvariants(portal)
  })

  it('of money that is not owed: reversed again, with a case', async () => {
    const token = await unowed(1)
    await later(11)
    expect(await keptOf(token)).toBe(0)
    expect(await open(token)).toMatchObject({
      state: 'refunded',
      kept: { value: 0 },
      attempts: [{ state: 'given_back' }],
      cases: [denied],
    })
    must(await close(token, 'void_denied'))
    await expectInvariants(portal)
  })

  it('of a hold that was released: released again', async () => {
    await setReserve(portal, { minCents: 0 })
    const car = await reserved(portal)
    await portal.simulator.fault('void_denied')
    await car.cancel()
    expect(at(await open(car.token), 'state')).toBe('voided')
    await later(3)
    await notify(car.token, 5)
    await later(11)
    expect(await open(car.token)).toMatchObject({
      state: 'voided',
      attempts: [{ state: 'given_back' }],
      cases: [{ kind: 'void_denied', amount: { value: 50 } }],
    })
    await expectInvariants(portal)
  })
})

it('a sale that the acquirer cancels during a partial refund: recorded as its cancellation', async () => {
  const { token } = await paid('auto_cancel')
  await later(1)
  await portal.simulator.fault('drop_before_commit')
  await refund(token, 2, 7)
  await later(12)
  expect(await open(token)).toMatchObject({
    state: 'refunded',
    refunds: [{ state: 'confirmed' }, { reason: 'Venda cancelada pela adquirente', amount: { value: 5 } }],
    cases: [{ kind: 'auto_cancelled', amount: { value: 5 } }],
  })
  must(await close(token, 'auto_cancelled'))
})

describe('a sale that the acquirer cancels by itself', () => {
  it.each([
    ['with a webhook', (token: string) => notify(token, 1), true],
    ['without a webhook', () => later(16), false],
  ])(
    '%s: the driver has the money, the gate opens until the deadline, a case opens',
    async (_how, learn, isOpen) => {
      const { token, code, read } = await paid('auto_cancel')
      await later(1)
      expect(await read()).toMatchObject({ state: 'captured' })
      await later(3)
      await learn(token)
      await notify(token, 1)
      expect(await open(token)).toMatchObject({
        state: 'refunded',
        kept: { value: 0 },
        refunds: [{ state: 'confirmed', reason: 'Venda cancelada pela adquirente' }],
        cases: [{ kind: 'auto_cancelled', amount: { value: 7 } }],
      })
      expect(await read()).toMatchObject({ state: 'refunded' })
      expect(await mails('alert-auto_cancelled-%')).toMatchObject([
        { subject: 'Venda desfeita pela adquirente: 1 caso em análise' },
      ])
      expect((await portal.gate().exit({ lot_id: 1, gate: 'S1', code })).body).toMatchObject({ open: isOpen })
      must(await close(token, 'auto_cancelled'))
      await expectInvariants(portal)
    },
  )

  it('that was a hold: it ends, the space is free, a case opens', async () => {
    const { client, vehicleId } = await customerWithCar(portal)
    const token = String(at(must(await createReserve(client, vehicleId)).body, 'ws_token'))
    await portal.simulator.fault('auto_cancel')
    must(await pay(client, token, cardEndingIn(1)))
    await later(1)
    expect(at(await open(token), 'state')).toBe('authorised')
    await later(3)
    await notify(token, 1)
    await notify(token, 1)
    expect(await open(token)).toMatchObject({
      state: 'voided',
      attempts: [{ state: 'released' }],
      cases: [{ kind: 'auto_cancelled', amount: { value: 50 } }],
    })
    must(await close(token, 'auto_cancelled'))
    await expectInvariants(portal)
  })
})

it('a refund on the acquirer’s site is booked and opens a case', async () => {
  const { token } = await paid()
  await giveBackOutside(token, 300)
  await notify(token, 25)
  await notify(token, 25)
  expect(await open(token)).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 4 },
    cases: [{ kind: 'returned_outside', amount: { value: 3 } }],
  })
  expect(await mails('alert-returned_outside-%')).toMatchObject([
    { text: expect.stringContaining('R$ 3,00') },
  ])
  must(await close(token, 'returned_outside'))
})
