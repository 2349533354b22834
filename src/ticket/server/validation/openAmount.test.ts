import { beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { openShop, validated } from '#test/support/garage/shop.ts'
import { pixGuests } from '#test/support/pix/guests.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
const { shown, payWithoutWebhook, readAsPayer } = pixGuests(() => portal)
let sol: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  sol = await openShop(portal)
})

const two = { kind: 'minutes', value: 120 } as const
const stateFor = async (code: string) =>
  at(must(await portal.client().get(`/api/tk_ticket?code=${code}`)).body, 'data.ticket')
const rowOf = (id: number) =>
  portal.db.selectFrom('validation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const segmentsOf = async (code: string) => {
  const staff = await staffMember(portal, 2)
  return at(must(await staff.get(`/api/staff/tickets/${code}/edit`)).body, 'data.segments')
}

describe('while an amount is open', () => {
  it('the higher amount is refused, at the transaction and at the payment', async () => {
    const code = await portal.openTicket(130)
    const client = portal.client()
    const token = await openTransaction(client, code)
    await validated(portal, code, sol, two)
    const changed = { status: 409, body: { code: 'price_changed', data: { ticket: { code, value: 1 } } } }
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject(changed)
    const body = { payment_type: 1, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
    expect(await client.post('/api/tk_ticket/createTransaction', body)).toMatchObject(changed)
  })

  it('all moves the number of the segment: the price has changed where something is due', async () => {
    const code = await portal.openTicket(130)
    const client = portal.client()
    const token = await openTransaction(client, code)
    await validated(portal, code, sol, { kind: 'all', maxCents: 500 })
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject({
      status: 409,
      body: { code: 'price_changed', data: { ticket: { value: 2 } } },
    })
  })

  it('captured at the old amount: what was due is kept, and the rest goes back', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 700)
    const id = await validated(portal, one.code, sol, two)
    await portal.runJobs()
    expect(await readAsPayer(one)).toMatchObject({ ticket_dt_exit: expect.any(String) })
    expect(await segmentsOf(one.code)).toMatchObject([{ source: 'portal', amount: { value: 1 } }])
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    const refunds = () =>
      portal.db
        .selectFrom('refund')
        .innerJoin('payment', 'payment.id', 'refund.payment_id')
        .select(['refund.amount_cents', 'over_cents', 'refund.reason', 'refund.state'])
        .where('token', '=', one.token)
        .execute()
    const back = {
      amount_cents: 600,
      over_cents: 600,
      reason: 'Convênio aplicado antes do pagamento',
    }
    expect(await refunds()).toMatchObject([back])
    await portal.runJobs()
    expect(await refunds()).toMatchObject([{ ...back, state: 'confirmed' }])
    expect(await stateFor(one.code)).toMatchObject({ state: 'paid', paid: 1 })
  })

  it('captured while nothing is due: all goes back, and the validation stands', async () => {
    const one = await shown()
    await payWithoutWebhook(one.orderKey, 700)
    const id = await validated(portal, one.code, sol, { kind: 'amount', value: 1000 })
    await portal.runJobs()
    expect(await readAsPayer(one)).toMatchObject({
      state: expect.stringMatching(/^refund/),
      reason: expect.stringContaining('Convênio aplicado antes do pagamento'),
    })
    expect(await segmentsOf(one.code)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ fixed_at: null, undone_at: null })
    await portal.runJobs()
  })
})
