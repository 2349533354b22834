import { describe, expect, it } from 'vitest'
import type { LimitedCaller } from '#session/server/limits/admit.ts'
import { acquirersOf } from '#app/server/start.ts'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, payer } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { changePaymentType } from '../../bearer/server/changePaymentType.ts'
import { payByCard } from '../../card/server/payByCard.ts'
import { payByPix } from './payByPix.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { findAttemptByNumber } from '../../server/attempt/attempts.ts'

/** Runs once between the bank's confirmation of a refund and its booking. */
let afterReturn = async () => {}
let isReturning = true
const portal = portalOfFile({
  acquirers: (cielo, bacen) =>
    acquirersOf(cielo, {
      ...bacen,
      void: async (change) => {
        if (!isReturning) return { outcome: 'unknown', reference: change.reference, detail: 'silent' }
        const returned = await bacen.void(change)
        const once = afterReturn
        afterReturn = async () => {}
        if (returned.outcome === 'approved') await once()
        return returned
      },
    }),
})

const stranger: LimitedCaller = { ip: '203.0.113.9', proveAgain: async () => 'off' }

async function opened(type: 1 | 3) {
  const token = await openTransaction(portal.client(), await portal.openTicket(125), type)
  const payment = portal.db.selectFrom('payment').select(['id', 'session_hash']).where('token', '=', token)
  const { id, session_hash } = await payment.executeTakeFirstOrThrow()
  const by = { token, by: stranger, sessionHash: session_hash ?? '', userId: null, seenCents: 700 }
  const [name, taxId] = ['Ana Lima', payer.cpfcnpj]
  const payerOf = async () => ({ name, taxId, email: null, phone: null, address: null })
  return { id, by: { ...by, payerOf } }
}

/** The method changes between the read and the lock. */
function changing(token: string, to: 1 | 2 | 3): PaymentDeps {
  const deps = portal.deps.payment
  const methods = async () => {
    await changePaymentType(deps, { token, userId: null }, to)
    return deps.methods()
  }
  return { ...deps, methods }
}

async function payAndTell(paymentId: number, cents: number): Promise<string> {
  const attempt = await findAttemptByNumber(portal.db, paymentId, 1)
  if (!attempt) throw new Error('no code was made')
  await portal.pix.fault('silent_webhook')
  await portal.pix.pay(attempt.order_key, cents)
  await queryAndSettle(portal.deps.payment, attempt, 'webhook')
  return attempt.order_key
}

async function attempts(paymentId: number): Promise<unknown[]> {
  return portal.db.selectFrom('attempt').select('payment_type').where('payment_id', '=', paymentId).execute()
}

describe('another tab changes the method between the read and the lock', () => {
  it('no code is made for a card', async () => {
    const { id, by } = await opened(3)
    const outcome = await payByPix(changing(by.token, 1), { ...by, method: 'pix' })
    expect(outcome).toMatchObject({ transaction: { state: 'created', payment_type: 1 } })
    expect(await attempts(id)).toEqual([])
  })

  it.each([3, 2] as const)('no credit card is charged once it is of type %i', async (to) => {
    const { id, by } = await opened(1)
    const card = { source: 'typed', number: cardEndingIn(1), cardholder: 'ANA LIMA', cvv: '123' } as const
    const outcome = await payByCard(changing(by.token, to), {
      ...by,
      card: { ...card, expiration: '12/30', save: false, seenType: 1 },
      authenticated: null,
    })
    expect(outcome).toMatchObject({ transaction: { state: 'created', payment_type: to } })
    expect(await attempts(id)).toEqual([])
  })
})

describe('a code paid again during the refund of its first payment', () => {
  it('is refunded in full: the second refund follows under its own id', async () => {
    const { id, by } = await opened(3)
    await payByPix(portal.deps.payment, { ...by, method: 'pix' })
    const txid = await payAndTell(id, 500)
    afterReturn = async () => void (await payAndTell(id, 700))
    await portal.runJobs()
    portal.clock.forward(1)
    await portal.runJobs()
    expect((await portal.pix.ledger()).find((charge) => charge.txid === txid)).toMatchObject({
      returned: 1200,
    })
    expect(await findAttemptByNumber(portal.db, id, 1)).toMatchObject({ state: 'given_back' })
    await expectInvariants(portal)
  })
})

describe('a code paid again after staff settled its money otherwise', () => {
  it('opens a case with the new sum; nothing is refunded automatically', async () => {
    const { id, by } = await opened(3)
    await payByPix(portal.deps.payment, { ...by, method: 'pix' })
    isReturning = false
    await payAndTell(id, 500)
    await portal.runJobs()
    const manager = await staffMember(portal, 2)
    const desk = `/api/staff/transactions/${by.token}`
    const accept = () =>
      manager.post(`${desk}/attempts/1`, { decision: 'accept', reason: 'Pago em dinheiro' })
    const shown = async () => at(must(await manager.get(`${desk}/edit`)).body, 'data')
    must(await accept())
    expect(await accept()).toMatchObject({ body: { code: 'nothing_to_decide' } })
    isReturning = true
    await payAndTell(id, 700)
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    const txid = await payAndTell(id, 100)
    portal.clock.forward(1)
    await portal.sweep()
    await portal.runJobs()
    const kept = { state: 'kept', can: ['accept'] }
    expect(await shown()).toMatchObject({
      cases: [{ kind: 'kept_again', amount: { value: 8 } }],
      attempts: [kept],
    })
    must(await accept())
    expect(await shown()).toMatchObject({ cases: [], attempts: [{ state: 'kept', can: [] }] })
    expect((await portal.pix.ledger()).find((charge) => charge.txid === txid)).toMatchObject({ returned: 0 })
    await expectInvariants(portal)
  })
})
