import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { saleActions } from '#test/support/reporting/saleActions.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { pixGuests } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
beforeAll(async () => {
  await setReserve(portal, {})
})
beforeEach(async () => {
  await portal.simulator.clearFaults()
  portal.clock.forward(61)
  manager = await staffMember(portal, 2)
})

const base = '/api/staff/transactions'
const { open, refund, close, paid, notify, later, mails, casesOf, salesOf } = saleActions(() => ({
  portal,
  manager,
}))
const pix = pixGuests(() => portal)
const capture = 'Cobrança: pedido R$ 15,00; a resposta não disse o valor; a consulta mostra R$ 50,00'

describe('a capture of 15,00 that the acquirer makes in full', () => {
  /** A cancelled reservation: 15,00 of its hold were requested. */
  async function cancelled(fault?: string) {
    const car = await reserved(portal)
    if (fault !== undefined) await portal.simulator.fault(fault)
    must(await car.cancel())
    await portal.runJobs()
    return car
  }

  it('is 50,00 in the ledger, in review, with one case of the three amounts', async () => {
    const { token } = await cancelled('capture_in_full')
    const shown = {
      state: 'review',
      differs: true,
      ledger: [{ kind: 'capture', amount: { value: 50 } }],
      cases: [{ kind: 'amount_differs', amount: { value: 35 } }],
      events: [{ kind: 'amount_differs', amount: { value: 35 }, text: capture }],
    }
    expect(await open(token)).toMatchObject(shown)
    expect((await mails('alert-amount_differs-%'))[0]?.subject).toContain('Adquirente fez outro valor')
    await notify(token, 1)
    await later(61)
    await notify(token, 1)
    expect(await open(token)).toMatchObject(shown)
    expect(await casesOf(token)).toHaveLength(1)
  })

  it('is decided by staff, which closes the case; they refund the excess', async () => {
    const { token } = await cancelled('capture_in_full')
    const decision = { decision: 'captured', reason: 'Confirmado no site da adquirente' }
    must(await manager.post(`${base}/${token}/decide`, decision))
    expect(await open(token)).toMatchObject({ state: 'captured', kept: { value: 50 }, cases: [] })
    expect(await refund(token, 35, 50)).toMatchObject({ state: 'partly_refunded', kept: { value: 15 } })
    await notify(token, 1)
    await later(61)
    expect(await casesOf(token)).toMatchObject([{ closed_at: expect.any(Date) }])
    expect(await salesOf(token)).toMatchObject([{ captured: 5000, voided: 3500 }])
    await expectInvariants(portal)
  })

  it('not shown by a query yet: booked as acknowledged, rechecked soon, then a case', async () => {
    const { token } = await cancelled('capture_in_full_lag')
    expect(await open(token)).toMatchObject({ state: 'captured', kept: { value: 15 } })
    expect(at(await open(token), 'cases')).toEqual([])
    await later(30)
    const shown = {
      state: 'captured',
      amount: { value: 15 },
      kept: { value: 50 },
      cases: [{ kind: 'amount_differs', amount: { value: 35 } }],
      events: [{ text: capture }],
    }
    expect(await open(token)).toMatchObject(shown)
    await later(30)
    await notify(token, 1)
    expect(await open(token)).toMatchObject(shown)
    expect(await refund(token, 35, 50)).toMatchObject({ state: 'captured', kept: { value: 15 } })
    expect(await casesOf(token)).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('as requested: no case; an open case stays open when a query agrees later', async () => {
    const fine = await cancelled()
    await notify(fine.token, 1)
    await later(61)
    expect(await casesOf(fine.token)).toEqual([])
    const { token } = await paid()
    await portal.simulator.fault('void_other_amount')
    await refund(token, 2, 7)
    await notify(token, 1)
    await later(61)
    expect(await casesOf(token)).toMatchObject([{ kind: 'amount_differs', closed_at: null }])
    must(await close(token, 'amount_differs'))
    expect(at(await open(token), 'cases')).toEqual([])
  })
})

describe('a refund with another amount at the acquirer', () => {
  it('a refund of 2,00 shown as 1,00: the ledger has 1,00 and nothing more is requested', async () => {
    const { token } = await paid()
    await portal.simulator.fault('void_other_amount')
    await refund(token, 2, 7)
    expect(await open(token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 6 },
      cases: [{ kind: 'amount_differs', amount: { value: 1 } }],
      events: [
        { text: 'Devolução: pedido R$ 2,00; a resposta não disse o valor; a consulta mostra R$ 1,00' },
      ],
    })
    await later(61)
    await later(24 * 60)
    expect(await salesOf(token)).toMatchObject([{ captured: 700, voided: 100 }])
    expect(await casesOf(token)).toHaveLength(1)
    await expectInvariants(portal)
  })

  it('money that is not owed: its job requests the rest, with one case', async () => {
    const { code, token } = await paid('drop_after_commit')
    await portal.gate().payment({
      code,
      amount: 7,
      paid_at: portal.clock.now().toISOString(),
      method: 'cash',
    })
    await portal.simulator.fault('void_other_amount')
    await later(2)
    await later(10)
    await later(61)
    expect(await open(token)).toMatchObject({ state: 'refunded', kept: { value: 0 } })
    expect(await salesOf(token)).toMatchObject([{ captured: 700, voided: 700 }])
    expect(await casesOf(token)).toMatchObject([
      { kind: 'amount_differs', amount_cents: 350, closed_at: null },
    ])
    await expectInvariants(portal)
  })

  it('a Pix refund of 1,00 where 2,00 was requested and acknowledged', async () => {
    const one = await pix.shown()
    await portal.pix.pay(one.orderKey, 700)
    await portal.runJobs()
    await portal.pix.fault('return_other_amount')
    await refund(one.token, 2, 7)
    expect(await open(one.token)).toMatchObject({
      state: 'partly_refunded',
      kept: { value: 6 },
      cases: [{ kind: 'amount_differs', amount: { value: 1 } }],
      events: [
        { text: 'Devolução: pedido R$ 2,00; a resposta confirmou R$ 2,00; a consulta mostra R$ 1,00' },
      ],
    })
    await later(24 * 60)
    expect(await casesOf(one.token)).toHaveLength(1)
  })
})
