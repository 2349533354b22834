import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { accepted, openShop, validated } from '#test/support/garage/shop.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { readTakenOffNow } from './takenOff.ts'

const portal = portalOfFile()
let sol: Awaited<ReturnType<typeof openShop>>
let manager: PortalClient
beforeAll(async () => {
  sol = await openShop(portal)
  manager = await staffMember(portal, 2)
})

const two = { kind: 'minutes', value: 120 } as const
const half = { kind: 'percent', value: 50 } as const
const ticketOf = async (code: string) =>
  at(must(await manager.get(`/api/staff/tickets/${code}/edit`)).body, 'data')
const machineTakes = (code: string, amount: number) =>
  portal.gate().payment({ code, amount, paid_at: portal.clock.now().toISOString(), method: 'cash' })
const rowOf = (id: number) =>
  portal.db.selectFrom('validation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a machine that did not know it', () => {
  it('took the full price: granted all the same, and the excess is shown', async () => {
    const code = await portal.openTicket(150)
    const id = await validated(portal, code, sol, two)
    must(await machineTakes(code, 7))
    expect(await rowOf(id)).toMatchObject({ granted_cents: 600 })
    expect(await ticketOf(code)).toMatchObject({ overpaid: { value: 6 } })
    expect(JSON.stringify(at(await ticketOf(code), 'history'))).toContain('Pago a mais')
    const handBack = () =>
      manager.post(`/api/staff/tickets/${code}/hand_back`, { reason: 'Entregue no balcão' })
    expect(at(must(await handBack()).body, 'data')).toMatchObject({
      overpaid: null,
      ticket: { state: 'paid', paid: 1 },
      can: { handBack: false },
    })
    expect(await handBack()).toMatchObject({ status: 409, body: { code: 'nothing_over' } })
  })

  it('beside a payment of the portal it is a case', async () => {
    const code = await portal.openTicket(130)
    await validated(portal, code, sol, two)
    const client = portal.client()
    const token = await openTransaction(client, code)
    must(await pay(client, token, cardEndingIn(1)))
    must(await machineTakes(code, 7))
    const cases = portal.db
      .selectFrom('review_case')
      .innerJoin('payment', 'payment.id', 'review_case.payment_id')
      .select(['kind', 'review_case.amount_cents'])
      .where('token', '=', token)
    expect(await cases.execute()).toEqual([{ kind: 'paid_twice', amount_cents: 700 }])
    expect(await ticketOf(code)).toMatchObject({ overpaid: null })
  })
})

describe('what a limit counts', () => {
  it('is what a standing validation takes off now, and what a fixed one was granted', async () => {
    const code = await portal.openTicket(110)
    const { id, offCents } = await accepted(portal, code, sol, half)
    expect(offCents).toBe(300)
    const { ticket_id: ticketId } = await rowOf(id)
    const counted = async () =>
      (await readTakenOffNow(portal.db, [ticketId ?? 0], portal.clock.now())).get(id)
    portal.clock.forward(20)
    expect(await counted()).toBe(350)
    must(await machineTakes(code, 3.5))
    portal.clock.forward(60)
    expect(await counted()).toBe(350)
  })
})

describe('what staff see', () => {
  it('the validations of a ticket, and what was granted in the export', async () => {
    const code = await portal.openTicket(130)
    const id = await validated(portal, code, sol, two)
    expect(await ticketOf(code)).toMatchObject({
      validations: [
        { id, text: 'Convênio Livraria Sol (minutes 120)', state: 'standing', off: { value: 6 } },
      ],
    })
    must(await machineTakes(code, 1))
    expect(await ticketOf(code)).toMatchObject({ validations: [{ id, state: 'fixed', off: { value: 6 } }] })
    const standing = await portal.openTicket(130)
    await validated(portal, standing, sol, two)
    const day = portal.clock.now().toISOString().slice(0, 10)
    const file = await manager.get(`/api/staff/exports/tickets.csv?from=${day}&until=${day}`)
    const rows = String(file.body).split('\r\n')
    const grantedOf = (ticket: string) =>
      rows.find((row) => row.replaceAll(/\D/g, '').startsWith(ticket))?.split(';')[11]
    expect([grantedOf(code), grantedOf(standing)]).toEqual(['6,00', ''])
  })
})
