import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#kit/clock.ts'
import { humanChallenge } from '#session/contract.ts'
import { type LimitName, limits } from '#session/limits.ts'
import { addressKey } from '#session/server/limits/addressKey.ts'
import { sign } from '#kit/server/secrets.ts'
import type { PortalClient } from '#test/support/client.ts'
import { address, cardEndingIn, must, openTransaction, pay, payer } from '#test/support/flow.ts'
import { moneyScenarios } from '#test/support/limits/money.ts'
import { peopleScenarios } from '#test/support/limits/people.ts'
import { requestScenarios } from '#test/support/limits/requests.ts'
import { shopScenarios } from '#test/support/limits/shops.ts'
import { guest, spendLimit, type LimitScenario } from '#test/support/limits/limitScenario.ts'
import { freshAddress, logIn, randomPerson } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

// It outlives the mails of its receipts.
const portal = portalOfFile({ invariants: false })

/** A limit without its test does not compile. */
const walks: Readonly<Record<LimitName, LimitScenario>> = {
  ...peopleScenarios,
  ...moneyScenarios,
  ...requestScenarios,
  ...shopScenarios,
}

describe('each limit, for its owner and for strangers', () => {
  it.each(Object.entries(walks))('%s', async (_, walk) => {
    await expect(walk(portal)).resolves.toBeUndefined()
  })
})

/** Monthly limits by card. */
const monthly = Object.entries(limits).flatMap(([name, limit]) => ('keptMs' in limit ? [name] : []))

describe('stored attempts', () => {
  it('have no numbers, addresses or e-mails; cards are deleted after 30 days, others after their window', async () => {
    const card = cardEndingIn(2, 99)
    const client = await guest(portal)
    must(await pay(client, await openTransaction(client, await portal.openTicket(130)), card))
    const underWay = await portal.db.selectFrom('try_mark').selectAll().execute()
    const kept = async () => portal.db.selectFrom('rate_mark').selectAll().execute()
    expect(underWay).not.toEqual([])
    const text = JSON.stringify([await kept(), underWay])
    for (const plain of [card, sign(portal.deps.keys.cardNumber, card), '2001:db8'])
      expect(text).not.toContain(plain)
    portal.clock.forward((limits.card_person.windowMs + hourMs) / 60_000)
    await portal.upkeep()
    const left = new Set((await kept()).map(({ kind }) => kind))
    expect(left).toContain('card_number')
    expect([...left].filter((kind) => !monthly.includes(kind))).toEqual([])
    portal.clock.forward((30 * dayMs) / 60_000)
    await portal.upkeep()
    expect(await kept()).toEqual([])
    expect(await portal.db.selectFrom('try_mark').selectAll().execute()).toEqual([])
  })
})

describe('an address with sixty failures', () => {
  let guarded: TestPortal
  beforeAll(async () => {
    guarded = await startPortal({ captcha: 'altcha', env: { ALTCHA_COST: '50' } })
  })
  afterAll(() => guarded.close())

  async function solved(client: PortalClient, grade: 1 | 2): Promise<string> {
    const reply = must(await client.get(`/api/session/humanChallenge?grade=${grade}`))
    const { data } = z.parse(humanChallenge.reply, reply.body)
    if (!data) throw new Error('no challenge')
    const challenge = { parameters: data.parameters, signature: data.signature }
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const prove = async (client: PortalClient, grade: 1 | 2) =>
    must(await client.post('/api/session/humanCheck', { code: await solved(client, grade) }))
  const asked = { status: 403, body: { code: 'human_required', data: { grade: 2 } } }

  it('may continue with a proof of grade 2 per attempt, stored or sent; grade 1 is not enough', async () => {
    const from = freshAddress()
    const client = guarded.client(from)
    await prove(client, 1)
    await spendLimit(guarded, 'login_address', addressKey(from), 60)
    const wrong = { ...randomPerson(), password: 'errada' }
    expect(await logIn(client, wrong)).toMatchObject(asked)
    expect(await logIn(client, wrong, { recaptcha: await solved(client, 1) })).toMatchObject(asked)
    await prove(client, 2)
    expect((await logIn(client, wrong)).status).toBe(422)
    expect(await logIn(client, wrong)).toMatchObject(asked)
    expect((await logIn(client, wrong, { recaptcha: await solved(client, 2) })).status).toBe(422)
  })

  it('may pay with a proof', async () => {
    const from = freshAddress()
    const client = guarded.client(from)
    await prove(client, 1)
    must(await client.post('/api/account/set_account', payer))
    must(await client.post('/api/account/set_address', address))
    const token = await openTransaction(client, await guarded.openTicket(130))
    await spendLimit(guarded, 'card_address', addressKey(from), 60)
    expect(await pay(client, token, cardEndingIn(1))).toMatchObject(asked)
    await prove(client, 2)
    expect(must(await pay(client, token, cardEndingIn(1))).body).toMatchObject({ data: { ok: true } })
  })
})

describe('the address key', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['203.0.113.7:51123', '203.0.113.7'],
    ['[2001:db8::9]:443', '2001:db8:0:0::/64'],
  ])('%s is %s', (ip, address) => {
    expect(addressKey(ip)).toBe(address)
  })
})
