import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer, whoIs } from '#test/support/people.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'
import { setStage, type Stage } from '../crash/stage.ts'

let stage: Stage
let first: PortalClient
let second: PortalClient
let other: PortalProcess
beforeAll(async () => {
  stage = await setStage('postgresql', 'empty')
  // Both at once on an empty database: they migrate one after the other.
  const [one, two] = await Promise.all([stage.start(), startProcess({ ...stage.env, DEMO: 'off' })])
  first = one
  other = two
  second = new PortalClient(other.url)
})
afterAll(async () => {
  await other.kill()
  await stage.close()
})

/** The same browser, as the load balancer sends it to the other instance. */
function atTheOther(client: PortalClient): PortalClient {
  const same = new PortalClient(other.url)
  for (const [name, value] of client.cookies) same.cookies.set(name, value)
  return same
}

it('somebody signed in at one is known at the other, and signed out at both', async () => {
  const { client, person } = await customer({ client: () => first })
  const moved = atTheOther(client)
  expect(at(await whoIs(moved), 'id')).toBe(person.id)
  must(await moved.get('/auth/logoutApi', { headers: { 'x-requested-with': 'XMLHttpRequest' } }))
  expect(await whoIs(client)).toBeNull()
})

it('one payment, paid at both at once: charged once, both tell it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const client = new PortalClient(first.url)
    const token = await openTransaction(client, await stage.enter(first.url))
    const both = [client, atTheOther(client)].map((one) => pay(one, token, cardEndingIn(1)))
    const told = (await Promise.all(both)).map((answer) => at(must(answer).body, 'data.ok'))
    expect(told).toEqual([true, true])
    expect(await stage.salesOf(token)).toMatchObject([{ captured: 700 }])
  }
})

it('one ticket, two people, one at each: one pays', async () => {
  const code = await stage.enter(first.url)
  const tokens = [await openTransaction(first, code), await openTransaction(second, code)]
  const answers = await Promise.all([
    pay(first, tokens[0] ?? '', cardEndingIn(1)),
    pay(second, tokens[1] ?? '', cardEndingIn(1)),
  ])
  const paid = answers.filter(({ body }) => at(body, 'data.ok') === true)
  expect(paid).toHaveLength(1)
  const sales = (await Promise.all(tokens.map(stage.salesOf))).flat()
  expect(sales.filter(({ captured }) => captured > 0)).toHaveLength(1)
})

it('each job is done by one of them, once', async () => {
  const portals = [first, second]
  const allDone = async () => (await stage.jobs()).every(({ done_at }) => done_at !== null)
  await until('what the payments before left to do', allDone)
  const before = (await stage.mails()).length
  const paid = Array.from({ length: 12 }, async (_, i) => {
    const { url } = portals[i % 2] ?? first
    const client = new PortalClient(url)
    const token = await openTransaction(client, await stage.enter(url))
    must(await pay(client, token, cardEndingIn(1)))
  })
  await Promise.all(paid)
  await until('12 receipts', async () => (await stage.mails()).length === before + 12)
  await until('all marked done', allDone)
  const receipts = (await stage.jobs()).filter(({ kind }) => kind === 'receipt')
  expect(receipts).toHaveLength(before + 12)
  expect(receipts.filter(({ tries }) => tries !== 1)).toEqual([])
})

it('when one dies, the other goes on with what it left', async () => {
  const { client, token } = await stage.customer(first)
  const reached = stage.tap.pause({ method: 'POST', point: 'after' })
  const paying = pay(client, token, cardEndingIn(1)).catch(() => 'died')
  await reached
  await stage.kill()
  expect(await paying).toBe('died')
  await stage.outlive()
  const moved = atTheOther(client)
  await until('settled by the other', async () => {
    const read = must(await moved.get(`/api/pm_transaction/${token}`))
    return textAt(read.body, 'data.state') === 'captured'
  })
  expect(await stage.salesOf(token)).toMatchObject([{ captured: 700 }])
  await other.stop()
  await stage.expectInvariants()
})
