import { beforeAll, describe, expect, it } from 'vitest'
import { at, type PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { openShop, partners, type Shop, twoHours, validate } from '#test/support/partner/partner.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let manager: PortalClient
let shop: Shop

beforeAll(async () => {
  manager = await staffMember(portal, 2)
  shop = await openShop(portal, manager)
})

const refusal = (code: string, status: number) => ({ status, body: { code } })
const redeem = (ticket: string, code: string, client = portal.client()) =>
  client.post('/api/tk_ticket/validate', { ticket, code })
const screenCode = async ({ person, benefits }: Shop = shop) =>
  textAt(must(await person.post('/api/partner/screen_code', { benefit_id: benefits[0] })).body, 'data.code')
const printed = (body: object) => manager.post(`${partners}/${shop.id}/codes`, body)

describe('a code of the shop’s screen', () => {
  it('is good for one ticket; the same ticket again is answered the same', async () => {
    const [code, ticket] = [await screenCode(), await portal.openTicket(130)]
    expect(code).toMatch(/^[ABCDEFGHJKMNPQRSTVWXYZ23456789]{10}$/)
    expect(must(await redeem(ticket, code)).body).toMatchObject({
      data: { ticket: { code: ticket, value: 1 } },
    })
    const typed = `${code.slice(0, 5)} ${code.slice(5).toLowerCase()}`
    expect(must(await redeem(ticket, typed)).body).toMatchObject({ data: { ticket: { value: 1 } } })
    expect(await redeem(await portal.openTicket(130), code)).toMatchObject(refusal('code_used', 410))
  })

  it('ends after ten minutes', async () => {
    const code = await screenCode()
    portal.clock.forward(10)
    expect(await redeem(await portal.openTicket(130), code)).toMatchObject(refusal('code_used', 410))
  })

  it('stays used when its validation is undone', async () => {
    const [code, ticket] = [await screenCode(), await portal.openTicket(130)]
    must(await redeem(ticket, code))
    const own = must(await shop.person.get('/api/partner/validations'))
    const path = `/api/partner/validations/${String(at(own.body, 'data.0.id'))}`
    must(await shop.person.change('DELETE', path, { reason: 'Ticket errado' }))
    expect(await redeem(await portal.openTicket(130), code)).toMatchObject(refusal('code_used', 410))
  })

  it('of a lost ticket is answered the same for either number', async () => {
    const [code, ticket] = [await screenCode(), await portal.openTicket(130)]
    must(await redeem(ticket, code))
    const replaced = must(
      await manager.post(`/api/staff/tickets/${ticket}/replace`, { reason: 'Ticket perdido' }),
    )
    const other = textAt(replaced.body, 'data.id')
    for (const number of [other, ticket]) expect((await redeem(number, code)).status).toBe(200)
  })

  it('is left free by a ticket that is refused', async () => {
    const code = await screenCode()
    expect(await redeem(await portal.openTicket(130, 2), code)).toMatchObject(
      refusal('ticket_not_found', 404),
    )
    must(await redeem(await portal.openTicket(130), code))
  })

  it('is used by one of two drivers at once', async () => {
    const code = await screenCode()
    const tickets = [await portal.openTicket(130), await portal.openTicket(130)]
    const answers = await Promise.all(tickets.map((ticket) => redeem(ticket, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it('is not made where the month is full', async () => {
    const full = await openShop(portal, manager, { name: 'Cheia', month_count: 1, benefits: [twoHours] })
    must(await validate(full, await portal.openTicket(130)))
    expect(
      await full.person.post('/api/partner/screen_code', { benefit_id: full.benefits[0] }),
    ).toMatchObject(refusal('validation_limit', 409))
  })
})

describe('printed codes', () => {
  it('are at most 500, of an active benefit, for a day that is not over', async () => {
    const [benefit_id] = shop.benefits
    const tomorrow = '2030-01-01'
    expect((await printed({ benefit_id, count: 501, valid_until: tomorrow })).status).toBe(422)
    expect((await printed({ benefit_id, count: 1, valid_until: '2026-01-01' })).status).toBe(422)
    expect((await printed({ benefit_id: 999_999, count: 1, valid_until: tomorrow })).status).toBe(422)
  })

  it('are good until the end of their day, and stored as a hash', async () => {
    const [benefit_id] = shop.benefits
    const today = portal.clock.now().toISOString().slice(0, 10)
    const made = must(await printed({ benefit_id, count: 24, valid_until: today }))
    expect(made).toMatchObject({ status: 201, body: { data: { partner: 'Livraria Sol', benefit: '2 h' } } })
    expect(at(made.body, 'data.codes')).toHaveLength(24)
    expect(textAt(made.body, 'data.codes.0.qr')).toContain('<svg')
    const code = textAt(made.body, 'data.codes.23.code')
    const stored = await portal.db.selectFrom('partner_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)
    must(await redeem(await portal.openTicket(130), `http://portal.test/#/convenio/${code}`))
    portal.clock.forward(24 * 60)
    const late = textAt(made.body, 'data.codes.0.code')
    expect(await redeem(await portal.openTicket(130), late)).toMatchObject(refusal('code_used', 410))
    portal.clock.forward(91 * 24 * 60)
    await portal.upkeep()
    expect(await redeem(await portal.openTicket(130), late)).toMatchObject(refusal('not_found', 404))
  })
})

it('a wrong code is not found', async () => {
  expect(await redeem(await portal.openTicket(130), 'AAAAAAAAAA')).toMatchObject(refusal('not_found', 404))
  expect(await redeem(await portal.openTicket(130), 'curto')).toMatchObject(refusal('invalid', 422))
})
