import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Database, openWithoutMigrating } from '#app/server/database.ts'
import { TestClock } from '#test/support/clock.ts'
import { openingTime } from '#test/support/database/fill.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/testDatabase.ts'
import type { Reschedule } from './job.ts'
import { transaction } from '../db/transaction.ts'
import { backoffMs, startJobs } from './runner.ts'
import { enqueue } from './enqueue.ts'
import { claimJobs, releaseJobs } from './queue.ts'

const kind = { name: 'errand', payload: z.object({ n: z.number() }) } as const
const clock = new TestClock(openingTime)
let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await createTestDatabase()
  database = await openWithoutMigrating(place, () => {})
})
afterAll(async () => {
  await database.close()
  await place.drop()
})
beforeEach(() => database.db.deleteFrom('job').execute())

const write = (n: number, key = `errand-${n}`) => enqueue(database.db, kind, { n }, { key, now: clock.now() })
const rows = () =>
  database.db.selectFrom('job').select(['tries', 'run_at', 'done_at', 'dead_at', 'last_error']).execute()

/** Runs due jobs of this kind. */
async function drain(run: () => Promise<Reschedule | void>): Promise<number> {
  const work = { name: kind.name, lane: 'mail', keptDays: 1, run } as const
  const jobs = startJobs(database.db, [work], { clock, pollMs: 60_000, log: { error: () => {} } })
  const ran = await jobs.drain()
  await jobs.stop()
  return ran
}

const failing = () => Promise.reject(new Error('nobody there'))
const claiming = { done: [], kinds: [kind.name], leaseMs: 60_000, most: 1 }
const ask = async () => (await claimJobs(database.db, { ...claiming, now: clock.now() }))[0] ?? null

it('a claimed job is not claimed again until its lease expires', async () => {
  await write(1)
  expect(await ask()).toMatchObject({ kind: 'errand', payload: { n: 1 }, tries: 1 })
  expect(await ask()).toBeNull()
  // Leases follow the database's clock, not this instance's.
  clock.forward(60)
  expect(await ask()).toBeNull()
  await sql`update job set lease_until_at = statement_timestamp()`.execute(database.db)
  expect(await ask()).toMatchObject({ tries: 2 })
})

it('releasing a job that another instance has leased since changes nothing', async () => {
  await write(1)
  const first = await ask()
  await sql`update job set lease_until_at = statement_timestamp()`.execute(database.db)
  expect(await ask()).toMatchObject({ tries: 2 })
  await releaseJobs(database.db, first ? [first] : [])
  expect(await ask()).toBeNull()
})

it('a second job with the same key is ignored', async () => {
  await write(1, 'the same')
  await write(2, 'the same')
  expect(await ask()).toMatchObject({ payload: { n: 1 } })
  expect(await rows()).toHaveLength(1)
})

it('a failing job is retried with backoff, and dead after two and a half days', async () => {
  await write(1)
  const begun = clock.now().getTime()
  expect(await drain(failing)).toBe(1)
  const [first] = await rows()
  expect(first).toMatchObject({ tries: 1, done_at: null, dead_at: null, last_error: 'nobody there' })
  const after = (first?.run_at.getTime() ?? 0) - begun
  expect(after).toBeGreaterThanOrEqual(3_750)
  expect(after).toBeLessThanOrEqual(6_250)
  expect(await drain(failing)).toBe(0)
  for (let tries = 2; tries <= 70; tries += 1) {
    clock.forward(76)
    expect(await drain(failing)).toBe(1)
  }
  expect(await rows()).toMatchObject([{ tries: 70, dead_at: clock.now() }])
  clock.forward(24 * 60)
  expect(await drain(failing)).toBe(0)
  const sum = Array.from({ length: 69 }, (_, index) => backoffMs(index + 1, 0.5)).reduce((a, b) => a + b)
  expect(sum / 3_600_000 / 24).toBeGreaterThan(2.4)
})

it('a rescheduled job counts no try and no error', async () => {
  await write(1)
  const notBefore = new Date(clock.now().getTime() + 3_600_000)
  expect(await drain(async () => ({ notBefore }))).toBe(1)
  expect(await rows()).toEqual([
    { tries: 0, run_at: notBefore, done_at: null, dead_at: null, last_error: null },
  ])
  clock.forward(60)
  expect(await drain(async () => {})).toBe(1)
  expect(await rows()).toMatchObject([{ tries: 1, done_at: clock.now() }])
})

it('a committed job runs at once, without polling', async () => {
  const ran: unknown[] = []
  const run = async (payload: unknown) => void ran.push(payload)
  const quiet = { clock, pollMs: null, log: { error: () => {} } }
  const jobs = startJobs(database.db, [{ name: kind.name, lane: 'mail', keptDays: 1, run }], quiet)
  const broken = transaction(database.db, async (db) => {
    await enqueue(db, kind, { n: 1 }, { key: 'never', now: clock.now() })
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  await transaction(database.db, (db) => enqueue(db, kind, { n: 2 }, { key: 'two', now: clock.now() }))
  await expect.poll(() => ran).toEqual([{ n: 2 }])
  await write(3)
  await expect.poll(() => ran).toEqual([{ n: 2 }, { n: 3 }])
  await jobs.stop()
})

it('mails of successive commits are claimed together', async () => {
  const taken: number[] = []
  const run = async () => {
    const held = database.db.selectFrom('job').select('id').where('lease_until_at', 'is not', null)
    taken.push((await held.execute()).length)
  }
  const quiet = { clock, pollMs: null, log: { error: () => {} } }
  const jobs = startJobs(database.db, [{ name: kind.name, lane: 'mail', keptDays: 1, run }], quiet)
  for (const n of [1, 2, 3]) await write(n)
  await expect.poll(() => taken).toEqual([3, 3, 3])
  await jobs.stop()
})

it('mails run in batches; unstarted jobs are released at stop', async () => {
  for (const n of [1, 2, 3]) await write(n)
  const ran: unknown[] = []
  let stopped = Promise.resolve()
  const run = async (payload: unknown) => {
    ran.push(payload)
    if (ran.length === 2) stopped = jobs.stop()
  }
  const quiet = { clock, pollMs: null, log: { error: () => {} } }
  const jobs = startJobs(database.db, [{ name: kind.name, lane: 'mail', keptDays: 1, run }], quiet)
  await jobs.drain()
  await stopped
  expect(ran).toEqual([{ n: 1 }, { n: 2 }])

  const left = database.db.selectFrom('job').select(['tries', 'lease_until_at']).where('done_at', 'is', null)
  expect(await left.execute()).toEqual([{ tries: 0, lease_until_at: null }])
})
