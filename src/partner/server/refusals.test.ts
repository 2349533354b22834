import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { isStaffAccess } from '#staff/level.ts'
import type { PortalClient } from '#test/support/client.ts'
import { at, textAt } from '#test/support/client.ts'
import { must, openTransaction } from '#test/support/flow.ts'
import { reserved } from '#test/support/garage/reserve.ts'
import { everything, openShop, partners, type Shop, validate } from '#test/support/partner/partner.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
let shop: Shop
let codes: readonly string[]

/** Codes of a shop's benefits, in their order. */
async function codesOf({ id, benefits }: Shop): Promise<string[]> {
  const made = benefits.map(async (benefit_id) => {
    const batch = { benefit_id, count: 1, valid_until: '2030-01-01' }
    return textAt(must(await manager.post(`${partners}/${id}/codes`, batch)).body, 'data.codes.0.code')
  })
  return Promise.all(made)
}

const reason = 'Pedido do cliente'
const deskPath = (code: string) => `/api/staff/tickets/${code}/validate`

/** The shop's person, the driver with a code, and the desk give a ticket a benefit of the shop. */
async function askThreeTimes(code: string, of = shop, own = codes, nth = 0) {
  return [
    await validate(of, code, nth),
    await portal.client().post('/api/tk_ticket/validate', { ticket: code, code: own[nth] }),
    await manager.post(deskPath(code), { benefit_id: of.benefits[nth], reason }),
  ]
}

const refused = (code: string, status = 409) => Array.from({ length: 3 }, () => ({ status, body: { code } }))
const waive = async (code: string) => must(await manager.post(`/api/staff/tickets/${code}/waive`, { reason }))

beforeAll(async () => {
  manager = await staffMember(portal, 2)
  shop = await openShop(portal, manager)
  codes = await codesOf(shop)
})

describe('shop, driver and desk are refused', () => {
  it('a ticket of a lot that is not the shop’s', async () => {
    expect(await askThreeTimes(await portal.openTicket(130, 2))).toMatchObject(
      refused('ticket_not_found', 404),
    )
  })

  it('a ticket that has left', async () => {
    const code = await portal.openTicket(5)
    must(await portal.gate().exit({ lot_id: 1, gate: 'S1', code }))
    expect(await askThreeTimes(code)).toMatchObject(refused('ticket_exited', 410))
  })

  it('a blocked ticket without a replacement', async () => {
    const code = await portal.openTicket(130)
    const blocked = { blocked_at: portal.clock.now() }
    await portal.db.updateTable('ticket').set(blocked).where('code', '=', code).execute()
    expect(await askThreeTimes(code)).toMatchObject(refused('ticket_blocked'))
  })

  it('a ticket of a reservation', async () => {
    const { plate } = await reserved(portal)
    const entered = must(await portal.gate().entry({ lot_id: 1, gate: 'E1', plate }))
    expect(await askThreeTimes(textAt(entered.body, 'code'))).toMatchObject(refused('ticket_reserved'))
  })

  it('a ticket that has paid something', async () => {
    const code = await portal.openTicket(130)
    await waive(code)
    expect(await askThreeTimes(code)).toMatchObject(refused('already_paid'))
  })

  it('a ticket with a payment at the bank', async () => {
    const code = await portal.openTicket(130)
    const token = await openTransaction(portal.client(), code)
    const setState = (state: 'authorising' | 'created') =>
      portal.db.updateTable('payment').set({ state }).where('token', '=', token).execute()
    await setState('authorising')
    expect(await askThreeTimes(code)).toMatchObject(refused('payment_in_flight'))
    await setState('created')
  })

  it('all of nothing', async () => {
    const hotel = await openShop(portal, manager, { name: 'Hotel', benefits: [everything] })
    const fresh = await portal.openTicket(5)
    expect(await askThreeTimes(fresh, hotel, await codesOf(hotel))).toMatchObject(refused('nothing_due'))
  })

  it('more than the month has', async () => {
    const small = await openShop(portal, manager, { name: 'Pequena', month_count: 1 })
    const own = await codesOf(small)
    must(await validate(small, await portal.openTicket(130)))
    expect(await askThreeTimes(await portal.openTicket(130), small, own)).toMatchObject(
      refused('validation_limit'),
    )
  })

  it('another benefit of the shop', async () => {
    const code = await portal.openTicket(130)
    must(await validate(shop, code))
    expect(await askThreeTimes(code, shop, codes, 1)).toMatchObject(refused('already_validated'))
  })

  it('a third shop', async () => {
    const code = await portal.openTicket(300)
    for (const name of ['Um', 'Dois']) must(await validate(await openShop(portal, manager, { name }), code))
    expect(await askThreeTimes(code)).toMatchObject(refused('validation_full'))
  })
})

it('the desk does not undo what is fixed', async () => {
  const code = await portal.openTicket(130)
  const id = String(at(must(await validate(shop, code)).body, 'data.id'))
  await waive(code)
  expect(await manager.change('DELETE', `/api/staff/validations/${id}`, { reason })).toMatchObject({
    status: 409,
    body: { code: 'validation_fixed' },
  })
})

it('a screen code of another shop’s benefit is not made', async () => {
  const other = await openShop(portal, manager, { name: 'Outra' })
  expect(await shop.person.post('/api/partner/screen_code', { benefit_id: other.benefits[0] })).toMatchObject(
    { status: 404, body: { code: 'not_found' } },
  )
})

it('a shop’s person gets 403 on each call of staff', async () => {
  const calls = Object.values<Endpoint>(contracts).filter(({ access }) => isStaffAccess(access))
  for (const { method, path } of calls) {
    const filled = path.replaceAll(/:\w+/g, '1')
    const answer = await shop.person.send(method, filled, method === 'GET' ? {} : { body: {} })
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
})

it('a signed-in person without a shop gets 403 on each call of shops', async () => {
  const { client } = await customer(portal)
  const calls = Object.values<Endpoint>(contracts).filter(({ path }) => path.startsWith('/api/partner/'))
  const bodies = { code: '0000000000000', benefit_id: 1, reason }
  for (const { method, path } of calls.filter((one) => !one.path.endsWith('/accept'))) {
    const sent = method === 'GET' ? {} : { body: bodies }
    const answer = await client.send(method, path.replaceAll(/:\w+/g, '1'), sent)
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
})
