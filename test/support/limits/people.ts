import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { comparePassword } from '#account/server/passwords.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { type LimitName, limits } from '#session/limits.ts'
import { codeAt } from '#staff/server/totp.ts'
import { address, must } from '../flow.ts'
import type { PortalClient } from '../client.ts'
import {
  createAccount,
  customer,
  freshAddress,
  type Person,
  logIn,
  logOut,
  mailedToken,
  mailsTo,
  randomPerson,
} from '../people.ts'
import { staffMember } from '../staff.ts'
import type { TestPortal } from '../portal.ts'
import {
  expectWait,
  spendLimit,
  twoAddressesOfOneNet,
  spendByAddress,
  type LimitScenario,
} from './limitScenario.ts'

const wrong = { password: 'errada' }

/** How many passwords are compared during `work`. */
async function comparing(work: () => Promise<unknown>): Promise<number> {
  let compared = 0
  const note = () => void (compared += 1)
  subscribe('guiche:password.compare', note)
  await work()
  unsubscribe('guiche:password.compare', note)
  return compared
}

/** A comparison in a session of its own. */
const compareFor = (
  portal: TestPortal,
  ip: string,
  { isKnownLogin = false, sessionHash = randomToken() } = {},
) => comparePassword(null, 'errada', { ip, sessionHash, isKnownLogin, now: portal.clock.now() })

/** How many are answered of forty strangers at once and then as many known browsers as are named. */
async function answeredOf(portal: TestPortal, known: number, addressOf = freshAddress) {
  await comparePassword(null, 'errada', null)
  const asking = Array.from({ length: 40 + known }, (_, n) =>
    compareFor(portal, addressOf(), { isKnownLogin: n >= 40 }),
  )
  return (await Promise.allSettled(asking)).filter(({ status }) => status === 'fulfilled').length
}

/** Takes all places of strangers at an address until the answered function is called. */
async function occupyPlaces(portal: TestPortal, ip: string): Promise<() => Promise<void>> {
  await comparePassword(null, 'errada', null)
  let isOver = false
  const strangers = Array.from({ length: 4 + limits.password_address_strangers.max }, async () => {
    // A finished one repeats in the same turn of the process, so that no place is ever free.
    while (!isOver) await compareFor(portal, ip).catch(() => setImmediate())
  })
  return async () => {
    isOver = true
    await Promise.all(strangers)
  }
}

const recover = (portal: TestPortal, email: string, from = freshAddress()) =>
  portal.client(from).post('/api/access/recover_email', { email })

async function wantsAccount(
  portal: TestPortal,
  from: string,
  { client = portal.client(from), person = randomPerson() } = {},
) {
  return {
    client,
    answer: await client.post('/api/account/set_account', { ...person, shouldCreateAccount: true }),
  }
}

function changeEmail(client: PortalClient, person: Person & { id: number }, email = randomPerson().email) {
  const { name, phone, cpfcnpj, password } = person
  return client.change('PUT', `/api/me/gl_user/${person.id}`, { name, phone, cpfcnpj, password, email })
}

/** One below the limit need not wait; the name and the other account are not limited. */
async function changesEmail(
  portal: TestPortal,
  limit: 'account_mail' | 'account_mail_email',
  keyOf: (id: number, email: string) => string,
): Promise<void> {
  const { client, person } = await customer(portal)
  await spendLimit(portal, limit, keyOf(person.id, person.email), limits[limit].max)
  expectWait(await changeEmail(client, person), 'too_many_changes')
  must(await changeEmail(client, { ...person, name: 'Outro Nome' }, person.email))
  const { client: other, person: free } = await customer(portal)
  must(await changeEmail(other, free))
}

export const peopleScenarios = {
  login: async (portal) => {
    const { person } = await customer(portal)
    const [stranger, owner] = [portal.client(freshAddress()), portal.client(freshAddress())]
    for (let i = 0; i < 5; i += 1) expect((await logIn(stranger, { ...person, ...wrong })).status).toBe(422)
    expectWait(await logIn(stranger, person), 'too_many')
    must(await logIn(owner, person))
    // The same without the cookie of that login, after own mistakes.
    const elsewhere = freshAddress()
    for (let i = 0; i < 5; i += 1) await logIn(portal.client(elsewhere), { ...person, ...wrong })
    expectWait(await logIn(portal.client(elsewhere), person), 'too_many')
  },
  login_account: async (portal) => {
    const { client: known, person } = await customer(portal)
    await logOut(known)
    await spendLimit(portal, 'login_account', person.email, 49)
    expect((await logIn(portal.client(freshAddress()), { ...person, ...wrong })).status).toBe(422)
    // A browser known for another account is a stranger.
    const { client: stranger } = await customer(portal)
    await logOut(stranger)
    const compared = await comparing(async () => expectWait(await logIn(stranger, person), 'too_many'))
    expect(compared).toBe(0)
    must(await logIn(known, person))
    // Without a known browser, a password set by mail makes the browser known.
    must(await recover(portal, person.email))
    const token = await mailedToken(portal, person.email)
    const fresh = portal.client(freshAddress())
    must(await fresh.post('/api/access/recover_token', { token, password: 'nova-senha' }))
    await spendLimit(portal, 'login_account', person.email, 50)
    must(await logIn(fresh, { ...person, password: 'nova-senha' }))
  },
  login_known: async (portal) => {
    const { client: mine, person } = await customer(portal)
    const other = portal.client(freshAddress())
    must(await logIn(other, person))
    await logOut(mine)
    for (let i = 0; i < 5; i += 1) expect((await logIn(mine, { ...person, ...wrong })).status).toBe(422)
    expectWait(await logIn(mine, person), 'too_many')
    must(await logIn(other, person))
  },
  login_address: (portal) =>
    spendByAddress(
      portal,
      'login_address',
      (from) => logIn(portal.client(from), { ...randomPerson(), ...wrong }),
      422,
    ),
  second_factor: async (portal) => {
    const path = '/api/staff/second_factor'
    const [owner, other] = [
      await staffMember(portal, 10, { code: false }),
      await staffMember(portal, 2, { code: false }),
    ]
    const { client: stranger } = await customer(portal)
    for (let i = 0; i < 6; i += 1) expect((await stranger.post(path, { code: '000000' })).status).toBe(403)
    for (let i = 0; i < 5; i += 1) expect((await owner.post(path, { code: '000000' })).status).toBe(422)
    expectWait(await owner.post(path, { code: '000000' }), 'too_many')
    const manager = portal.demo.staff?.find(({ level }) => level === 2)
    await portal.db.updateTable('second_factor').set({ last_step: 1 }).execute()
    must(await other.post(path, { code: codeAt(manager?.totp_secret ?? '', portal.clock.now()) }))
  },
  password_session: async (portal) => {
    const from = freshAddress()
    const client = portal.client(from)
    for (let i = 0; i < 10; i += 1) must((await wantsAccount(portal, from, { client })).answer)
    expectWait((await wantsAccount(portal, from, { client })).answer, 'too_many')
    must((await wantsAccount(portal, from)).answer)
    portal.clock.forward(1)
    must((await wantsAccount(portal, from, { client })).answer)
  },
  password_at_once: async (portal) => {
    const from = freshAddress()
    const people = [portal.demo.staff?.[0] ?? randomPerson()]
    for (let i = 0; i < 7; i += 1) people.push((await customer(portal)).person)
    const client = portal.client(from)
    await client.get('/sanctum/csrf-cookie')
    const tenAtOnce = Array.from({ length: 10 }, () => wantsAccount(portal, from, { client }))
    const signIns = people.map((person) => logIn(portal.client(from), person))
    for (const signedIn of await Promise.all(signIns)) must(signedIn)
    for (const { answer } of await Promise.all(tenAtOnce))
      if (answer.status !== 200) expectWait(answer, 'too_many')
    const sessionHash = randomToken()
    const twice = [sessionHash, sessionHash].map((hash) => compareFor(portal, from, { sessionHash: hash }))
    expect((await Promise.allSettled(twice)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  },
  // Two run at once; the others wait behind them.
  password_work: async (portal) => {
    expect(await answeredOf(portal, 40)).toBe(2 + limits.password_work.max)
  },
  password_work_strangers: async (portal) => {
    const code = await portal.openTicket(130)
    const { client: known, person } = await customer(portal)
    await logOut(known)
    const [answered, accounts, mine, ticket] = await Promise.all([
      answeredOf(portal, 0),
      Promise.all(Array.from({ length: 3 }, () => logIn(portal.client(freshAddress()), person))),
      logIn(known, person),
      portal.client(freshAddress()).post('/api/tk_ticket/read', { code }),
    ])
    expect(answered).toBe(2 + limits.password_work_strangers.max)
    for (const one of accounts) if (one.status !== 200) expectWait(one, 'too_many')
    must(mine)
    must(ticket)
    must(await logIn(portal.client(freshAddress()), person))
  },
  password_address: async (portal) => {
    expect(await answeredOf(portal, 40, () => '10.0.0.1')).toBe(2 + limits.password_address.max)
  },
  password_address_strangers: async (portal) => {
    const { one, other, key } = twoAddressesOfOneNet()
    const known = portal.client(one)
    const person = await createAccount(known)
    await logOut(known)
    const leave = await occupyPlaces(portal, key)
    expectWait((await wantsAccount(portal, one)).answer, 'too_many')
    expectWait(await logIn(portal.client(other), person), 'too_many')
    must(await logIn(known, person))
    must(await logIn(portal.client(freshAddress()), person))
    await leave()
    must((await wantsAccount(portal, one)).answer)
  },
  recovery: async (portal) => {
    const { person } = await customer(portal)
    for (let i = 0; i < 4; i += 1) must(await recover(portal, person.email))
    expect(await mailsTo(portal, person.email)).toHaveLength(3)
    const token = await mailedToken(portal, person.email)
    must(await portal.client().post('/api/access/recover_token', { token, password: 'nova-senha' }))
  },
  recovery_address: (portal) =>
    spendByAddress(portal, 'recovery_address', (from) => recover(portal, randomPerson().email, from)),
  taken: async (portal) => {
    const { person } = await customer(portal)
    await spendByAddress(
      portal,
      'taken',
      async (from) => (await wantsAccount(portal, from, { person })).answer,
    )
  },
  account_mail: (portal) => changesEmail(portal, 'account_mail', (id) => String(id)),
  account_mail_email: (portal) => changesEmail(portal, 'account_mail_email', (_, email) => email),
  account_mail_address: async (portal) => {
    const { one, other, key } = twoAddressesOfOneNet()
    const client = portal.client(one)
    const person = await createAccount(client)
    await spendLimit(portal, 'account_mail_address', key, 59)
    must(await changeEmail(client, person))
    const neighbour = portal.client(other)
    expectWait(await changeEmail(neighbour, await createAccount(neighbour)), 'too_many_changes')
    const far = portal.client(freshAddress())
    must(await changeEmail(far, await createAccount(far)))
  },
  account_address: (portal) =>
    spendByAddress(portal, 'account_address', async (from) => {
      const { client, answer } = await wantsAccount(portal, from)
      must(answer)
      must(await client.post('/api/account/set_address', address))
      return client.post('/api/account/createAndLogin')
    }),
  client_error: async (portal) => {
    const body = { screen: 'ticket.read', release: '0.2.0', place: 'assets/calls-1a2b3c4.js:1:234' }
    const logged = () => portal.logs.filter((line) => line.includes(body.place)).length
    const client = portal.client()
    for (let sent = 0; sent < 7; sent += 1)
      expect((await client.post('/api/client_error', body)).status).toBe(204)
    expect(logged()).toBe(5)
    must(await portal.client().post('/api/client_error', body))
    expect(logged()).toBe(6)
    portal.clock.forward(2)
    must(await client.post('/api/client_error', body))
    expect(logged()).toBe(7)
  },
} satisfies Partial<Record<LimitName, LimitScenario>>
