import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'vitest'
import { comparePassword } from '#account/server/passwords.ts'
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

/** How many passwords are compared meanwhile. */
async function comparing(work: () => Promise<unknown>): Promise<number> {
  let compared = 0
  const note = () => void (compared += 1)
  subscribe('guiche:password.compare', note)
  await work()
  unsubscribe('guiche:password.compare', note)
  return compared
}

const recover = (portal: TestPortal, email: string, from = freshAddress()) =>
  portal.client(from).post('/api/access/recover_email', { email })

async function wantsAccount(portal: TestPortal, from: string, person = randomPerson()) {
  const client = portal.client(from)
  return {
    client,
    told: await client.post('/api/account/set_account', { ...person, shouldCreateAccount: true }),
  }
}

function changeEmail(client: PortalClient, person: Person & { id: number }, email = randomPerson().email) {
  const { name, phone, cpfcnpj, password } = person
  return client.change('PUT', `/api/me/gl_user/${person.id}`, { name, phone, cpfcnpj, password, email })
}

/** One below the limit is not enough to wait; the name and the other account are not limited. */
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
    // The same without the cookie of that login, mistaken themselves.
    const elsewhere = freshAddress()
    for (let i = 0; i < 5; i += 1) await logIn(portal.client(elsewhere), { ...person, ...wrong })
    expectWait(await logIn(portal.client(elsewhere), person), 'too_many')
  },
  login_account: async (portal) => {
    const { client: known, person } = await customer(portal)
    await logOut(known)
    await spendLimit(portal, 'login_account', person.email, 49)
    expect((await logIn(portal.client(freshAddress()), { ...person, ...wrong })).status).toBe(422)
    // A stranger whose browser knows somebody else is a stranger.
    const { client: stranger } = await customer(portal)
    await logOut(stranger)
    const compared = await comparing(async () => expectWait(await logIn(stranger, person), 'too_many'))
    expect(compared).toBe(0)
    must(await logIn(known, person))
    // Who has no browser left that is known sets a password by mail, and is known then.
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
  password_work: async (portal) => {
    const code = await portal.openTicket(130)
    const { person } = await customer(portal)
    const asking = Array.from({ length: 40 }, (_, n) => comparePassword(null, 'errada', `10.0.0.${n}`))
    const [answers, told, ticket] = await Promise.all([
      Promise.allSettled(asking),
      Promise.all(Array.from({ length: 3 }, () => logIn(portal.client(freshAddress()), person))),
      portal.client(freshAddress()).post('/api/tk_ticket/read', { code }),
    ])
    // Two at once, and who waits behind them.
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + limits.password_work.max)
    for (const one of told) if (one.status !== 200) expectWait(one, 'too_many')
    must(ticket)
    must(await logIn(portal.client(freshAddress()), person))
  },
  password_address: async (portal) => {
    const { person } = await customer(portal)
    const { one, other, key } = twoAddressesOfOneNet()
    await comparePassword(null, 'errada', key)
    let over = false
    // Whoever is done comes again in the same turn of the process: at every call all of them stand there.
    const crowd = Promise.allSettled(
      Array.from({ length: 2 + limits.password_address.max }, async () => {
        while (!over) await comparePassword(null, 'errada', key)
      }),
    )
    expectWait((await wantsAccount(portal, one)).told, 'too_many')
    expectWait(await logIn(portal.client(other), person), 'too_many')
    must(await logIn(portal.client(freshAddress()), person))
    over = true
    await crowd
    must((await wantsAccount(portal, one)).told)
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
    await spendByAddress(portal, 'taken', async (from) => (await wantsAccount(portal, from, person)).told)
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
      const { client, told } = await wantsAccount(portal, from)
      must(told)
      must(await client.post('/api/account/set_address', address))
      return client.post('/api/account/createAndLogin')
    }),
} satisfies Partial<Record<LimitName, LimitScenario>>
