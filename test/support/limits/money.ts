import { expect } from 'vitest'
import type { CardBrand, cardBrands } from '#acquirer/brands.ts'
import { sign } from '#kit/server/secrets.ts'
import { limits, type LimitName } from '#session/limits.ts'
import { at, type PortalClient, textAt } from '../client.ts'
import { cardEndingIn, must, openTransaction, pay, payAuthenticated, payer } from '../flow.ts'
import { addVehicle, createReserve, driver, freshPlate, setReserve } from '../garage/reserve.ts'
import { customer, freshAddress, logIn, logOut, mailsTo } from '../people.ts'
import type { TestPortal } from '../portal.ts'
import { staffMember } from '../staff.ts'
import { expectWait, guest, spendLimit, spendByAddress, type LimitScenario } from './limitScenario.ts'

let cards = 100
/** A new card, which is refused or approved. */
const refused = () => cardEndingIn(2, (cards += 1))
const good = () => cardEndingIn(1, (cards += 1))

/** Looks up a ticket and tries a card. */
async function tryCard(client: PortalClient, code: string, card: string) {
  return pay(client, await openTransaction(client, code), card)
}

/** Requests a Pix code. */
async function openCode(client: PortalClient, code: string) {
  const token = await openTransaction(client, code, 3)
  return client.post(`/api/pm_transaction/${token}/pay`, { method: 'pix' })
}

/** A payment of a customer, who requests its receipt at `path`. */
async function paidBy(portal: TestPortal) {
  const { client } = await customer(portal)
  const token = await openTransaction(client, await portal.openTicket(130))
  must(await pay(client, token, good()))
  return { client, token, path: `/api/me/pm_transaction/${token}/receipt` }
}

/** A payment that a machine took too: a rule accepts its contest, unless the limit of its payer or card is exceeded. */
async function decidedByRule(portal: TestPortal, limit: 'contest_card' | 'contest_person'): Promise<void> {
  const paidTwice = async (times: number) => {
    const { client, token } = await paidBy(portal)
    const sale = await portal.db
      .selectFrom('payment')
      .innerJoin('attempt', 'attempt.payment_id', 'payment.id')
      .select(['ticket_code', 'payer', 'card_brand', 'card_last_digits'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const taxId = sign(portal.deps.payment.cardNumberKey, textAt(sale.payer, 'taxId'))
    const key = limit === 'contest_card' ? `${sale.card_brand} ${sale.card_last_digits}` : taxId
    await spendLimit(portal, limit, key, times)
    const paid_at = portal.clock.now().toISOString()
    must(await portal.gate().payment({ code: sale.ticket_code, amount: 7, method: 'cash', paid_at }))
    const path = `/api/pm_transaction/${token}/contest`
    return at(must(await client.post(path, { reason: 'charged_twice' })).body, 'data.state')
  }
  expect(await paidTwice(limits[limit].max - 1)).toBe('accepted')
  portal.clock.forward(limits[limit].windowMs / 60_000 + 1)
  expect(await paidTwice(limits[limit].max)).toBe('open')
}

const isPaid = (answer: { body: unknown }) => at(answer.body, 'data.ok')

/** A brand's own limit: the last permitted refusal, then none, while another card of the brand is accepted. */
const walkBrand =
  (limit: (typeof cardBrands)[CardBrand]['limits'][number], card: string, other: string): LimitScenario =>
  async (portal) => {
    await spendLimit(portal, limit, sign(portal.deps.payment.cardNumberKey, card), limits[limit].max - 1)
    const tried = async (number: string) => tryCard(await guest(portal), await portal.openTicket(130), number)
    expect(isPaid(must(await tried(card)))).toBe(false)
    expectWait(await tried(card), 'too_many_attempts')
    expect(isPaid(must(await tried(other)))).toBe(false)
    portal.clock.forward(limits[limit].windowMs / 60_000 + 1)
    expect(isPaid(must(await tried(card)))).toBe(false)
  }

export const moneyScenarios = {
  card_visa: walkBrand('card_visa', refused(), refused()),
  card_elo: walkBrand('card_elo', '6505290000000152', '6505290000000202'),
  card_master: walkBrand('card_master', '5200000000000148', '5200000000000288'),
  card_master_month: walkBrand('card_master_month', '5200000000000338', '5200000000000478'),
  look_up_address: async (portal) => {
    const look = (from: string, code: string) => portal.client(from).post('/api/tk_ticket/read', { code })
    await spendByAddress(portal, 'look_up_address', (from) => look(from, '9999999999999'), 404)
    // An existing one is not counted.
    const from = freshAddress()
    await spendLimit(portal, 'look_up_address', from.replace('::1', '::/64'), 59)
    for (let i = 0; i < 2; i += 1) must(await look(from, await portal.openTicket(130)))
  },
  card_payment: async (portal) => {
    const code = await portal.openTicket(130)
    const client = await guest(portal)
    const token = await openTransaction(client, code)
    for (let i = 0; i < 5; i += 1) expect(isPaid(must(await pay(client, token, refused())))).toBe(false)
    expectWait(await pay(client, token, good()), 'too_many_attempts')
    expect(isPaid(must(await tryCard(await guest(portal), code, good())))).toBe(true)
  },
  card_number: async (portal) => {
    const card = refused()
    const code = await portal.openTicket(40, 3)
    for (let i = 0; i < 10; i += 1) must(await tryCard(await guest(portal), code, card))
    expectWait(await tryCard(await guest(portal), code, card), 'too_many_attempts')
    // Ten cards that strangers had refused: the driver can still pay the ticket.
    expect(isPaid(must(await tryCard(await guest(portal), code, good())))).toBe(true)
    portal.clock.forward(24 * 60 + 1)
    expect(isPaid(must(await tryCard(await guest(portal), await portal.openTicket(130), card)))).toBe(false)
  },
  card_person: async (portal) => {
    const { client, person } = await customer(portal)
    await spendLimit(portal, 'card_person', `user ${person.id}`, 19)
    must(await tryCard(client, await portal.openTicket(130), refused()))
    await logOut(client)
    must(await logIn(client, person))
    const code = await portal.openTicket(130)
    expectWait(await tryCard(client, code, refused()), 'too_many_attempts')
    // Another person pays the same ticket; captures are not counted.
    const { client: other, person: them } = await customer(portal)
    await spendLimit(portal, 'card_person', `user ${them.id}`, 19)
    for (const paid of [code, await portal.openTicket(130)])
      expect(isPaid(must(await tryCard(other, paid, good())))).toBe(true)
    // Whether a card needs authentication is an answer too: it is counted until it is paid.
    const open = async () => openTransaction(other, await portal.openTicket(130), 2)
    const token = await open()
    const card = good()
    must(await pay(other, token, card))
    expectWait(await pay(other, await open(), good()), 'too_many_attempts')
    must(await payAuthenticated(other, token, card))
    must(await pay(other, await open(), good()))
    // A guest is counted too, by the session.
    const stranger = await guest(portal)
    for (let i = 0; i < 20; i += 1) must(await tryCard(stranger, await portal.openTicket(130), refused()))
    expectWait(await tryCard(stranger, await portal.openTicket(130), good()), 'too_many_attempts')
    must(await tryCard(await guest(portal), await portal.openTicket(130), refused()))
  },
  card_address: async (portal) => {
    await spendByAddress(portal, 'card_address', async (from) =>
      tryCard(await guest(portal, from), await portal.openTicket(130), refused()),
    )
  },
  pix_person: async (portal) => {
    const { client, person } = await customer(portal)
    await spendLimit(portal, 'pix_person', `user ${person.id}`, 19)
    const code = await portal.openTicket(130)
    must(await openCode(client, code))
    expectWait(await openCode(client, await portal.openTicket(130)), 'too_many_attempts')
    // Another person pays the same ticket; a paid code is not counted.
    const { client: other, person: them } = await customer(portal)
    await spendLimit(portal, 'pix_person', `user ${them.id}`, 19)
    must(await openCode(other, code))
    const made = await portal.pix.ledger()
    await portal.pix.pay(made.at(-1)?.txid ?? '')
    await portal.runJobs()
    must(await openCode(other, await portal.openTicket(130)))
    portal.clock.forward(61)
    must(await openCode(client, await portal.openTicket(130)))
  },
  pix_address: async (portal) => {
    await spendByAddress(portal, 'pix_address', async (from) =>
      openCode(await guest(portal, from), await portal.openTicket(130)),
    )
  },
  unpaid_account: async (portal) => {
    await setReserve(portal, {})
    const { client } = await customer(portal)
    const reserve = async (who: PortalClient) => createReserve(who, await addVehicle(who, freshPlate()), 2)
    const first = must(await reserve(client))
    must(await reserve(client))
    expect(await reserve(client)).toMatchObject({ status: 409, body: { code: 'unpaid_spaces' } })
    must(await reserve((await customer(portal)).client))
    expect(isPaid(must(await pay(client, textAt(first.body, 'ws_token'), good())))).toBe(true)
    must(await reserve(client))
  },
  reserved_plate: async (portal) => {
    const owner = await driver(portal)
    must(await createReserve(owner.client, owner.vehicleId, 2))
    const other = await driver(portal, owner.plate)
    const refused = await createReserve(other.client, other.vehicleId, 2)
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_reserved' } })
    must(await createReserve(owner.client, owner.vehicleId, 2))
    portal.clock.forward(16)
    must(await createReserve(other.client, other.vehicleId, 2))
  },
  receipt: async (portal) => {
    const [mine, others] = [await paidBy(portal), await paidBy(portal)]
    for (let i = 0; i < 6; i += 1) expect((await others.client.post(mine.path)).status).toBe(404)
    for (let i = 0; i < 5; i += 1) must(await mine.client.post(mine.path))
    expectWait(await mine.client.post(mine.path), 'too_many')
    must(await others.client.post(others.path))
  },
  receipt_desk: async (portal) => {
    const { client, path, token } = await paidBy(portal)
    const supervisor = await staffMember(portal, 10)
    const send = () => supervisor.post(`/api/staff/transactions/${token}/receipt`)
    for (let i = 0; i < 5; i += 1) must(await send())
    expectWait(await send(), 'too_many')
    // Requests by staff are not counted for the driver.
    must(await client.post(path))
  },
  receipt_ticket: async (portal) => {
    const code = await portal.openTicket(130)
    must(await tryCard(await guest(portal), code, good()))
    const ask = (email: string) =>
      portal.client(freshAddress()).post('/api/pm_transaction/receipt', { code, email })
    const before = (await mailsTo(portal, payer.email)).length
    for (let i = 0; i < 6; i += 1) must(await ask('outra@exemplo.com.br'))
    for (let i = 0; i < 6; i += 1) must(await ask(payer.email))
    expect(await mailsTo(portal, payer.email)).toHaveLength(before + 5)
    // For an unknown ticket the answer is the same within the limit and above it.
    const unknown = { code: '9999999999999', email: payer.email }
    const said: unknown[] = []
    for (let i = 0; i < 6; i += 1)
      said.push(must(await portal.client(freshAddress()).post('/api/pm_transaction/receipt', unknown)).body)
    for (const body of said) expect(body).toEqual(must(await ask(payer.email)).body)
  },
  receipt_address: (portal) =>
    spendByAddress(portal, 'receipt_address', (from) =>
      portal.client(from).post('/api/pm_transaction/receipt', { code: '9999999999999', email: payer.email }),
    ),
  receipt_check: (portal) =>
    spendByAddress(portal, 'receipt_check', (from) => portal.client(from).get('/api/receipt/x')),
  contest: async (portal) => {
    const { client, token } = await paidBy(portal)
    const path = `/api/pm_transaction/${token}/contest`
    const contest = () => client.post(path, { reason: 'other' })
    for (let i = 0; i < 3; i += 1) {
      must(await contest())
      must(await client.post(`${path}/withdraw`))
    }
    expectWait(await contest(), 'too_many')
    const others = await paidBy(portal)
    must(await others.client.post(`/api/pm_transaction/${others.token}/contest`, { reason: 'other' }))
  },
  contest_card: (portal) => decidedByRule(portal, 'contest_card'),
  contest_person: (portal) => decidedByRule(portal, 'contest_person'),
} satisfies Partial<Record<LimitName, (portal: TestPortal) => ReturnType<LimitScenario>>>
