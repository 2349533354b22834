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
import { enterCar } from '#test/support/garage/gate.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { startTcpProxy } from '#test/support/instances/tcpProxy.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'

let instance: Instance
let first: PortalClient
let second: PortalClient
let other: PortalProcess
beforeAll(async () => {
  instance = await prepareInstance('postgresql', 'empty')
  // Both start at once on an empty database, and migrate one after the other.
  const [one, two] = await Promise.all([instance.start(), startProcess({ ...instance.env, DEMO: 'off' })])
  first = one
  other = two
  second = new PortalClient(other.url)
})
afterAll(async () => {
  await other.kill()
  await instance.close()
})

/** The same browser at the other instance, as a load balancer sends it. */
function atTheOther(client: PortalClient): PortalClient {
  return client.movedTo(other.url)
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
    const token = await openTransaction(client, await enterCar(first.url))
    const both = [client, atTheOther(client)].map((one) => pay(one, token, cardEndingIn(1)))
    const answers = await Promise.all(both)
    expect(answers.map((answer) => at(must(answer).body, 'data.ok'))).toEqual([true, true])
    expect(await instance.salesOf(token)).toMatchObject([{ captured: 700 }])
  }
})

it('two people pay one ticket, each at another instance: one of them is charged', async () => {
  const code = await enterCar(first.url)
  const tokens = [await openTransaction(first, code), await openTransaction(second, code)]
  const answers = await Promise.all([
    pay(first, tokens[0] ?? '', cardEndingIn(1)),
    pay(second, tokens[1] ?? '', cardEndingIn(1)),
  ])
  const paid = answers.filter(({ body }) => at(body, 'data.ok') === true)
  expect(paid).toHaveLength(1)
  const sales = (await Promise.all(tokens.map(instance.salesOf))).flat()
  expect(sales.filter(({ captured }) => captured > 0)).toHaveLength(1)
})

it('each job is executed once, by one of the two instances', async () => {
  const portals = [first, second]
  const allDone = async () => (await instance.jobs()).every(({ done_at }) => done_at !== null)
  await until('all earlier jobs are done', allDone)
  const before = (await instance.mails()).length
  const paid = Array.from({ length: 12 }, async (_, i) => {
    const { url } = portals[i % 2] ?? first
    const client = new PortalClient(url)
    const token = await openTransaction(client, await enterCar(url))
    must(await pay(client, token, cardEndingIn(1)))
  })
  await Promise.all(paid)
  await until('12 receipts', async () => (await instance.mails()).length === before + 12)
  await until('all marked done', allDone)
  // A receipt's job is deleted once its mail is sent.
  expect((await instance.jobs()).filter(({ kind }) => kind === 'receipt')).toEqual([])
  expect(await instance.mails()).toHaveLength(before + 12)
})

it('changed settings apply at the other instance at once; without notifications, after two seconds', async () => {
  const databaseUrl = instance.env.DATABASE_URL ?? ''
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const listening = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query = 'listen guiche'`.execute(db)
    ).rows
  await until('both processes listen', async () => (await listening()).length === 2)

  // A cache as a process has it, on a clock that stands still: it changes only when it is notified.
  const clock = new TestClock('2026-03-10T15:00:00.000Z')
  const theOther = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const settings = cachedSettings(theOther.db, clock, () => readPaymentSettings(theOther.db))
  const closed = async () => (await settings()).closed.join()
  const write = (closed: readonly string[]) =>
    transaction(db, (db) => writeSetting(db, 'payment', { closed }, clock.now()))
  const stopListening = listenForChanges(theOther.db, databaseUrl, [settingsTopic])
  await until('it listens as well', async () => (await listening()).length === 3)
  expect(await closed()).toBe('')
  await write(['pix'])
  await until('it is notified', async () => (await closed()) === 'pix')

  await sql`select pg_terminate_backend(pid) from unnest(${(await listening()).map(({ pid }) => pid)}::integer[]) as pid`.execute(
    db,
  )
  await write(['debit'])
  clock.forward(1)
  expect(await closed()).toBe('debit')
  await until('all of them listen again', async () => (await listening()).length === 3)
  await write([])
  await until('it is notified again', async () => (await closed()) === '')
  await stopListening()
  await Promise.all([close(), theOther.close()])
})

it('a listener can be stopped while its database connection hangs', async () => {
  const databaseUrl = instance.env.DATABASE_URL ?? ''
  const proxy = await startTcpProxy(Number(new URL(databaseUrl).port))
  proxy.freeze()
  const { db, close } = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  await listenForChanges(db, proxy.through(databaseUrl), [settingsTopic])()
  expect(proxy.sent()).toBe(0)
  await Promise.all([close(), proxy.close()])
})

it('after one instance is killed the other settles its payment', async () => {
  const { client, token } = await instance.customer(first)
  const reached = instance.proxy.pause({ method: 'POST', point: 'after' })
  const paying = pay(client, token, cardEndingIn(1)).catch(() => 'no answer')
  await reached
  await instance.kill()
  expect(await paying).toBe('no answer')
  await instance.expireLeases()
  const moved = atTheOther(client)
  await until('settled by the other', async () => {
    const read = must(await moved.get(`/api/pm_transaction/${token}`))
    return textAt(read.body, 'data.state') === 'captured'
  })
  expect(await instance.salesOf(token)).toMatchObject([{ captured: 700 }])
  await other.stop()
  await instance.compareLedgers()
})
