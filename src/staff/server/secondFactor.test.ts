import { beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#kit/server/secrets.ts'
import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { customer, logIn } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'
import { countStaleRows, resealRows } from '#kit/server/reseal.ts'
import { sealedSecrets } from './deps.ts'
import { codeAt } from './totp.ts'

const portal = portalOfFile()
beforeEach(() => portal.clock.forward(20))

const path = '/api/staff/second_factor'
const secret = () => portal.demo.staff?.find(({ level }) => level === 2)?.totp_secret ?? ''
const state = async (client: ReturnType<TestPortal['client']>) =>
  at(must(await client.get(path)).body, 'data')

/** A recovery code in place of the authenticator's, at two logins. */
async function passesOnce(person: { email: string; password: string }, code: string): Promise<void> {
  const login = async () => {
    const client = portal.client()
    must(await logIn(client, person))
    return client.post(path, { code })
  }
  expect(must(await login()).body).toMatchObject({ data: { passed: true, recovery_codes: null } })
  expect((await login()).status).toBe(422)
}

describe('the second factor', () => {
  it('is required at each login, and a code works once', async () => {
    const client = await staffMember(portal, 2, { code: false })
    expect(await state(client)).toEqual({ enrolled: true, passed: false, short_password: false })
    const code = codeAt(secret(), portal.clock.now())
    must(await client.post(path, { code: `${code.slice(0, 3)} ${code.slice(3)}` }))
    expect(await state(client)).toEqual({ enrolled: true, passed: true, short_password: false })

    const second = await staffMember(portal, 2, { code: false })
    const again = await second.post(path, { code })
    expect(again).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } })
    expect(await state(second)).toEqual({ enrolled: true, passed: false, short_password: false })
  })

  it.each([
    ['one step early', -30, 200],
    ['one step late', 30, 200],
    ['two steps late', 60, 422],
    ['two steps early', -60, 422],
  ])('accepts the code of a phone whose clock is %s: %i s, %i', async (_, seconds, status) => {
    const client = await staffMember(portal, 2, { code: false })
    const phone = new Date(portal.clock.now().getTime() + seconds * 1000)
    expect((await client.post(path, { code: codeAt(secret(), phone) })).status).toBe(status)
  })

  it('a code of another shape is refused as a wrong one is', async () => {
    const client = await staffMember(portal, 2, { code: false })
    const said = async (code: string) => (await client.post(path, { code })).body
    const wrong = await said('000000')
    for (const code of ['12345', '0'.repeat(30), 'abcdef']) expect(await said(code)).toEqual(wrong)
  })

  it('after five wrong codes even the right one waits', async () => {
    const client = await staffMember(portal, 2, { code: false })
    for (let i = 0; i < 5; i += 1) expect((await client.post(path, { code: '000000' })).status).toBe(422)
    const right = codeAt(secret(), portal.clock.now())
    const refused = await client.post(path, { code: right })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
    portal.clock.forward(16)
    must(await client.post(path, { code: codeAt(secret(), portal.clock.now()) }))
  })

  it('is enrolled by the first code; the secret is sealed and not shown again', async () => {
    const { client, person } = await customer(portal)
    await portal.db.updateTable('user_account').set({ level: 10 }).where('email', '=', person.email).execute()
    expect(await state(client)).toEqual({ enrolled: false, passed: false, short_password: false })
    expect((await client.post(path, { code: '123456' })).body).toMatchObject({
      code: 'second_factor_missing',
    })
    const enrolled = must(await client.post(`${path}/enrol`)).body
    const fresh = textAt(enrolled, 'data.secret')
    expect(textAt(enrolled, 'data.uri')).toContain(`secret=${fresh}`)
    expect(textAt(enrolled, 'data.qrcode')).toContain('<svg')
    const rows = await portal.db.selectFrom('second_factor').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(fresh)
    const passed = must(await client.post(path, { code: codeAt(fresh, portal.clock.now()) }))
    const codes = at(passed.body, 'data.recovery_codes') as string[]
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    expect(await state(client)).toEqual({ enrolled: true, passed: true, short_password: false })
    await passesOnce(person, codes[0] ?? '')
    const stored = await portal.db.selectFrom('recovery_code').selectAll().execute()
    expect(stored).toHaveLength(9)
    expect(JSON.stringify(stored)).not.toContain((codes[1] ?? '').replace('-', ''))
    // Ten digits are found by hashing all of them, so the hash needs a key.
    const hashes = codes.map((code) => hashToken(`recovery ${person.id} ${code.replace('-', '')}`))
    expect(stored.filter(({ code_hash }) => hashes.includes(code_hash))).toEqual([])
    expect(await client.post(`${path}/enrol`)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_enrolled' },
    })
    expect(portal.logs.join()).not.toContain(fresh)
  })

  it('is refused to customers', async () => {
    const { client } = await customer(portal)
    expect((await client.get(path)).status).toBe(403)
    expect((await client.post(`${path}/enrol`)).status).toBe(403)
    expect((await client.post(path, { code: '123456' })).status).toBe(403)
  })

  it('is required again after the next login', async () => {
    const client = await staffMember(portal, 2)
    const person = portal.demo.staff?.find(({ level }) => level === 2)
    if (!person) throw new Error('nobody of level 2')
    must(await logIn(client, person))
    expect(await state(client)).toEqual({ enrolled: true, passed: false, short_password: false })
  })
})

describe('a change of CARD_KEYS', () => {
  it('is complete once every authenticator is sealed with the newest key; codes stay valid', async () => {
    const [newest, old] = ['09'.repeat(32), '07'.repeat(32)]
    const changed = { ...portal.deps.staff, cardKeys: parseCardKeys(`${newest},${old}`) }
    const secrets = await countStaleRows(changed, sealedSecrets)
    expect(secrets.old).toBeGreaterThanOrEqual(3)
    expect(await countStaleRows(portal.deps.staff, sealedSecrets)).toEqual({ old: 0, lost: 0 })
    expect(await resealRows(changed, sealedSecrets)).toEqual({ done: secrets.old, unopened: [] })
    expect(await countStaleRows(changed, sealedSecrets)).toEqual({ old: 0, lost: 0 })
    // This portal has the old key only, as after a rollback.
    const metrics = textAt(await portal.client().get('/metrics'), 'body')
    expect(Number(/what="card_lost_key"[^}]*} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(secrets.old)
    await resealRows({ ...changed, cardKeys: parseCardKeys(`${old},${newest}`) }, sealedSecrets)
    must(await (await staffMember(portal, 2)).get(path))
  })
})
