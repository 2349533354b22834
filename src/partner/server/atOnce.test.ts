import { beforeAll, expect, it } from 'vitest'
import { at, type PortalClient } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { openTill, take } from '#test/support/garage/till.ts'
import { openShop, type Shop, validate } from '#test/support/partner/partner.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()
let cashier: PortalClient
let shop: Shop

beforeAll(async () => {
  cashier = await staffMember(portal, 2)
  shop = await openShop(portal, cashier)
  await openTill(cashier)
})

const ticketOf = async (code: string) =>
  at(must(await cashier.get(`/api/staff/tickets/${code}/edit`)).body, 'data')

it.each([1, 2, 3, 4])(
  'a take, a card and a validation of one ticket, round %i: one keeps money',
  async () => {
    const code = await portal.openTicket(130)
    const driver = portal.client()
    const token = await openTransaction(driver, code)
    const [taken, paid, given] = await Promise.all([
      take(cashier, code, { value: 7 }),
      pay(driver, token, cardEndingIn(1)),
      validate(shop, code),
    ])
    await portal.runJobs()
    const kept = [taken.status === 201, at(paid.body, 'data.ok') === true].filter(Boolean)
    expect(kept.length).toBeLessThanOrEqual(1)
    const ticket = await ticketOf(code)
    if (given.status !== 201) {
      expect(given.status).toBe(409)
      expect(kept).toHaveLength(1)
    }
    const due = at(ticket, 'ticket.value')
    if (kept.length === 0) expect(due).toBe(1)
    else expect(due).toBe(0)
  },
)

it('the same validation asked five times at once is one', async () => {
  const code = await portal.openTicket(130)
  const answers = await Promise.all(Array.from({ length: 5 }, () => validate(shop, code)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => at(body, 'data.id'))).size).toBe(1)
})

it('two shops and a third at once: two are taken', async () => {
  const shops = await Promise.all(['Um', 'Dois', 'Três'].map((name) => openShop(portal, cashier, { name })))
  const code = await portal.openTicket(300)
  const answers = await Promise.all(shops.map((one) => validate(one, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
})
