import { expect, it } from 'vitest'
import { acquirersOf } from '#app/server/start.ts'
import { at, textAt } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile({
  acquirers: (cielo, _bacen, cieloPix) => acquirersOf(cielo, cieloPix),
})

/** A Pix of 7,00 on a screen; `reference`: Cielo's. */
async function shown() {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130), 3)
  const path = `/api/pm_transaction/${token}`
  const opened = must(await client.post(`${path}/pay`, { method: 'pix' }))
  expect(textAt(opened.body, 'data.transaction.pix.code')).toMatch(/^0002/)
  const { reference } = await portal.db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select('reference')
    .where('payment.token', '=', token)
    .executeTakeFirstOrThrow()
  const look = async () => {
    portal.clock.forward(0.1)
    return at(must(await client.get(path)).body, 'data')
  }
  return { client, path, reference: reference ?? '', look }
}

it('a Pix at Cielo works as at a bank', async () => {
  const one = await shown()
  await portal.pixAtCielo.pay(one.reference)
  expect(await one.look()).toMatchObject({ state: 'captured', payment_type_desc: 'Pix' })
})

it('Cielo ends no code: money after a change of method is refunded once the car has left', async () => {
  const one = await shown()
  must(await one.client.post(`${one.path}/changeType`, { payment_type: 1 }))
  must(await one.client.post(`${one.path}/cancelPayment`))
  await portal.db.updateTable('ticket').set({ exited_at: portal.clock.now() }).execute()
  await portal.pixAtCielo.pay(one.reference)
  portal.clock.forward(20)
  await portal.sweep()
  await portal.runJobs()
  expect(await one.look()).toMatchObject({ state: 'refunding' })
  portal.clock.forward(31)
  await portal.runJobs()
  expect(await one.look()).toMatchObject({ state: 'refunded' })
  const [charge] = (await portal.pixAtCielo.ledger()).filter(({ txid }) => txid === one.reference)
  expect(charge).toMatchObject({ returned: 700 })
})

it('the order number at Cielo does not contain the token', async () => {
  const one = await shown()
  const [charge] = (await portal.pixAtCielo.ledger()).filter(({ txid }) => txid === one.reference)
  expect(charge?.order).toMatch(/^[0-9a-f]{32}$/)
  expect(one.path).not.toContain(charge?.order)
})

it('made twice under one order number and both paid: one is kept, the other refunded', async () => {
  await portal.pixAtCielo.fault('sale_twice')
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130), 3)
  const path = `/api/pm_transaction/${token}`
  expect(at(must(await client.post(`${path}/pay`, { method: 'pix' })).body, 'data.ok')).toBe(false)
  const [first, second] = (await portal.pixAtCielo.ledger()).slice(-2)
  expect(first?.order).toBe(second?.order)
  await portal.pixAtCielo.pay(first?.txid ?? '')
  await portal.pixAtCielo.pay(second?.txid ?? '')
  portal.clock.forward(2)
  await portal.sweep()
  await portal.runJobs()
  portal.clock.forward(31)
  await portal.runJobs()
  expect(at(must(await client.get(path)).body, 'data.state')).toBe('captured')
  expect((await portal.pixAtCielo.ledger()).slice(-2).map(({ returned }) => returned)).toEqual([0, 700])
  await expectInvariants(portal)
})

it('a refund that Cielo shows with another amount is booked as shown and opens a case', async () => {
  const one = await shown()
  await portal.pixAtCielo.pay(one.reference)
  await one.look()
  const token = one.path.split('/').at(-1) ?? ''
  const desk = `/api/staff/transactions/${token}`
  const manager = await staffMember(portal, 2)
  await portal.pixAtCielo.fault('return_other_amount')
  must(await manager.post(`${desk}/refund`, { value: 2, kept: 7, reason: 'Cobrança indevida' }))
  portal.clock.forward(31)
  await portal.runJobs()
  for (let hour = 0; hour < 3; hour += 1) {
    portal.clock.forward(61)
    await portal.expireLeases()
    await portal.runJobs()
  }
  expect(at(must(await manager.get(`${desk}/edit`)).body, 'data')).toMatchObject({
    state: 'partly_refunded',
    kept: { value: 6 },
    refunds: [{ state: 'confirmed', amount: { value: 1 } }],
    cases: [{ kind: 'amount_differs', amount: { value: 1 } }],
    events: [{ text: 'Devolução: pedido R$ 2,00; a resposta não disse o valor; a consulta mostra R$ 1,00' }],
  })
  await expectInvariants(portal)
})
