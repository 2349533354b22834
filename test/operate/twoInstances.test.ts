import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openWithoutMigrating } from '#app/server/database.ts'
import { listenForChanges } from '#kit/server/db/listenNotify.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { cachedSettings, settingsTopic, writeSetting } from '#kit/server/settings.ts'
import { readPaymentSettings } from '#payment/authentication/server/paymentSettings.ts'
import { TestClock } from '#test/support/clock.ts'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { customer, whoIs } from '#test/support/people.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'
import { setStage, type Stage } from '../crash/stage.ts'
import { openByteLine } from './line.ts'

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

it('a login at one instance is valid at the other, and a logout ends it at both', async () => {
  const { client, person } = await customer({ client: () => first })
  const moved = atTheOther(client)
  expect(at(await whoIs(moved), 'id')).toBe(person.id)
  must(await moved.get('/auth/logoutApi', { headers: { 'x-requested-with': 'XMLHttpRequest' } }))
  expect(await whoIs(client)).toBeNull()
})

it('one payment sent to both instances at once is charged once, and both answer paid', async () => {
  for (let round = 0; round < 2; round += 1) {
    const client = new PortalClient(first.url)
    const token = await openTransaction(client, await stage.enter(first.url))
    const both = [client, atTheOther(client)].map((one) => pay(one, token, cardEndingIn(1)))
    const told = (await Promise.all(both)).map((answer) => at(must(answer).body, 'data.ok'))
    expect(told).toEqual([true, true])
    expect(await stage.salesOf(token)).toMatchObject([{ captured: 700 }])
  }
})

it('two people pay one ticket, each at another instance: one of them is charged', async () => {
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

it('each job is executed once, by one of the two instances', async () => {
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
  // A receipt's job is gone once its mail was taken, which a second one would have kept as well.
  expect((await stage.jobs()).filter(({ kind }) => kind === 'receipt')).toEqual([])
  expect(await stage.mails()).toHaveLength(before + 12)
})

it('changed settings apply at the other instance at once; without notifications, after two seconds', async () => {
  const databaseUrl = stage.env.DATABASE_URL ?? ''
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const listening = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query = 'listen guiche'`.execute(db)
    ).rows
  await until('both processes listen', async () => (await listening()).length === 2)

  // One of them as its process has it, by a clock that nobody moves: what it is not told it never sees.
  const clock = new TestClock('2026-03-10T15:00:00.000Z')
  const theOther = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const settings = cachedSettings(theOther.db, clock, () => readPaymentSettings(theOther.db))
  const closed = async () => (await settings()).closed.join()
  const write = (closed: readonly string[]) =>
    transaction(db, (db) => writeSetting(db, 'payment', { closed }, clock.now()))
  const stopHearing = listenForChanges(theOther.db, databaseUrl, [settingsTopic])
  await until('it listens as well', async () => (await listening()).length === 3)
  expect(await closed()).toBe('')
  await write(['pix'])
  await until('it is told', async () => (await closed()) === 'pix')

  await sql`select pg_terminate_backend(pid) from unnest(${(await listening()).map(({ pid }) => pid)}::integer[]) as pid`.execute(
    db,
  )
  await write(['debit'])
  clock.forward(1)
  expect(await closed()).toBe('debit')
  await until('all of them listen again', async () => (await listening()).length === 3)
  await write([])
  await until('it is told again', async () => (await closed()) === '')
  await stopHearing()
  await Promise.all([close(), theOther.close()])
})

it('a listener can be stopped while its database connection hangs', async () => {
  const databaseUrl = stage.env.DATABASE_URL ?? ''
  const line = await openByteLine(Number(new URL(databaseUrl).port))
  line.freeze()
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  await listenForChanges(db, line.before(databaseUrl), [settingsTopic])()
  expect(line.sent()).toBe(0)
  await Promise.all([close(), line.close()])
})

it('after one instance is killed the other settles its payment', async () => {
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
