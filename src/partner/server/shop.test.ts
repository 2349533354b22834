import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { everything, half, openShop, type Shop, twoHours, validate } from '#test/support/partner/partner.ts'
import { customer } from '#test/support/people.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
let shop: Shop

beforeAll(async () => {
  manager = await staffMember(portal, 2)
  shop = await openShop(portal, manager)
})

const refusal = (code: string, status = 409) => ({ status, body: { code } })
const idOf = (body: unknown) => Number(at(body, 'data.id'))
const undo = ({ person }: Shop, id: number) =>
  person.change('DELETE', `/api/partner/validations/${id}`, { reason: 'Ticket errado' })

describe('a shop’s person', () => {
  it('sees the shop, its benefits and the month', async () => {
    expect(must(await shop.person.get('/api/partner/me')).body).toMatchObject({
      data: {
        name: 'Livraria Sol',
        lots: ['Garagem Centro'],
        benefits: [
          { name: '2 h', kind: 'minutes' },
          { name: '50 %', kind: 'percent' },
        ],
        month: { max_count: null, max_value: null },
      },
    })
  })

  it('gives a benefit and reads only number, amount and until when nothing is due', async () => {
    const code = await portal.openTicket(130)
    const given = must(await validate(shop, code))
    expect(given).toMatchObject({ status: 201, body: { data: { off: 6, ticket: { code, value: 1 } } } })
    expect(Object.keys(Object(at(given.body, 'data.ticket'))).toSorted()).toEqual([
      'code',
      'covered_until',
      'time_zone',
      'value',
      'valueHuman',
    ])
    const again = must(await validate(shop, code))
    expect(idOf(again.body)).toBe(idOf(given.body))
    expect(await validate(shop, code, 1)).toMatchObject(refusal('already_validated'))
  })

  it('is answered 404 for an unknown ticket, another lot’s and another shop’s benefit', async () => {
    expect(await validate(shop, '9999999999999')).toMatchObject(refusal('ticket_not_found', 404))
    expect(await validate(shop, await portal.openTicket(130, 2))).toMatchObject(
      refusal('ticket_not_found', 404),
    )
    const other = await openShop(portal, manager, { name: 'Café Lua' })
    const code = await portal.openTicket(130)
    expect(await validate({ ...shop, benefits: other.benefits }, code)).toMatchObject(
      refusal('not_found', 404),
    )
  })

  it('is nobody without a shop, nor once the partner is inactive or the access is taken away', async () => {
    const { client } = await customer(portal)
    expect(await client.get('/api/partner/me')).toMatchObject(refusal('forbidden', 403))
    const closing = await openShop(portal, manager, { name: 'Fecha já' })
    const { id, userId } = closing
    const entry = { name: 'Fecha já', cnpj: '11222333000181', lot_ids: [1], active: false }
    must(await manager.change('PUT', `/api/staff/partners/${id}`, entry))
    expect(await closing.person.get('/api/partner/me')).toMatchObject(refusal('forbidden', 403))
    must(await manager.change('PUT', `/api/staff/partners/${id}`, { ...entry, active: true }))
    must(await closing.person.get('/api/partner/me'))
    must(await manager.change('DELETE', `/api/staff/partners/${id}/people/${userId}`))
    const code = await portal.openTicket(130)
    expect(await validate(closing, code)).toMatchObject(refusal('forbidden', 403))
  })

  it('undoes within ten minutes, once; the price comes back five minutes later', async () => {
    const code = await portal.openTicket(130)
    const id = idOf(must(await validate(shop, code)).body)
    expect(must(await undo(shop, id)).body).toMatchObject({ data: { state: 'undone', off: null } })
    expect(await undo(shop, id)).toMatchObject(refusal('not_found', 404))
    const late = idOf(must(await validate(shop, await portal.openTicket(130))).body)
    portal.clock.forward(11)
    expect(await undo(shop, late)).toMatchObject(refusal('forbidden', 403))
    const stranger = await openShop(portal, manager, { name: 'Outra' })
    expect(await undo(stranger, late)).toMatchObject(refusal('not_found', 404))
  })

  it('does not undo what a payment has fixed', async () => {
    const code = await portal.openTicket(130)
    const id = idOf(must(await validate(shop, code)).body)
    must(await manager.post(`/api/staff/tickets/${code}/waive`, { reason: 'Pedido do cliente' }))
    expect(await undo(shop, id)).toMatchObject(refusal('validation_fixed'))
    const own = must(await shop.person.get('/api/partner/validations'))
    expect(at(own.body, 'data.0')).toMatchObject({
      code,
      benefit: '2 h',
      state: 'fixed',
      off: 6,
      undo_until: null,
    })
  })

  it('takes off all that is due, and nothing twice', async () => {
    const all = await openShop(portal, manager, { name: 'Hotel', benefits: [everything] })
    const code = await portal.openTicket(150)
    expect(must(await validate(all, code)).body).toMatchObject({ data: { off: 7, ticket: { value: 0 } } })
    expect(await validate(all, await portal.openTicket(5))).toMatchObject(refusal('nothing_due'))
    expect(await validate(shop, code)).toMatchObject(refusal('already_paid'))
  })

  it('is the third shop of a ticket: refused', async () => {
    const [one, two] = [
      await openShop(portal, manager, { name: 'Um' }),
      await openShop(portal, manager, { name: 'Dois' }),
    ]
    const code = await portal.openTicket(300)
    must(await validate(one, code))
    must(await validate(two, code, 1))
    expect(await validate(shop, code)).toMatchObject(refusal('validation_full'))
  })

  it('asks thirty times a minute at most', async () => {
    const busy = await openShop(portal, manager, { name: 'Apressada' })
    for (let i = 0; i < 30; i += 1) expect((await validate(busy, '9999999999999')).status).toBe(404)
    expect(await validate(busy, '9999999999999')).toMatchObject(refusal('too_many', 429))
  })
})

describe('limits of a month', () => {
  it('twenty at the last place: one is validated', async () => {
    const small = await openShop(portal, manager, { name: 'Pequena', month_count: 1, benefits: [twoHours] })
    const codes = await Promise.all(Array.from({ length: 20 }, () => portal.openTicket(130)))
    const answers = await Promise.all(codes.map((code) => validate(small, code)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(refusal('validation_limit'))
    const [given] = codes.filter((_, n) => answers[n]?.status === 201)
    must(await validate(small, given ?? ''))
    must(await undo(small, idOf(made[0]?.body)))
    must(await validate(small, codes.find((code) => code !== given) ?? ''))
  })

  it('counts value by what stands now and what was granted', async () => {
    const small = await openShop(portal, manager, {
      name: 'Justa',
      month_value: 12,
      benefits: [twoHours, half],
    })
    must(await validate(small, await portal.openTicket(130)))
    must(await validate(small, await portal.openTicket(130)))
    expect(await validate(small, await portal.openTicket(130))).toMatchObject(refusal('validation_limit'))
    expect(must(await small.person.get('/api/partner/me')).body).toMatchObject({
      data: { month: { count: 2, value: 12, max_value: 12 } },
    })
  })
})
