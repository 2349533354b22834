import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { at } from '#test/support/client.ts'
import { startPortal } from '#test/support/portal.ts'
import { enqueue } from './enqueue.ts'
import { startJobs } from './runner.ts'
import { runPeriodically } from './runPeriodically.ts'

const never = () => new Promise<void>(() => {})

/** Collects error logs. */
function keptLog() {
  const errors: string[] = []
  const error = (detail: unknown, text?: unknown) =>
    void errors.push(`${String(text)}: ${String(at(detail, 'err'))}`)
  return { errors, error }
}

it('a hanging sweep is aborted, and the next round starts', async () => {
  const log = keptLog()
  const rounds: AbortSignal[] = []
  const stop = runPeriodically(
    { name: 'the janitor', everyMs: 5 },
    (stopping) => {
      rounds.push(stopping)
      return rounds.length === 1 ? never() : Promise.resolve()
    },
    log,
    30,
  )
  await expect.poll(() => rounds.length).toBeGreaterThan(1)
  await stop()
  expect(rounds[0]?.aborted).toBe(true)
  expect(log.errors).toEqual(['sweep failed: Error: the janitor took longer than 0.03 s'])
})

it('a job that takes longer than its lease is not begun by another instance', async () => {
  const { db, clock, close } = await startPortal()
  await enqueue(db, { name: 'slow', payload: z.object({}) }, {}, { key: 'slow', now: clock.now() })
  const slow = Promise.withResolvers<void>()
  let begun = 0
  const run = async () => {
    begun += 1
    await slow.promise
  }
  const options = { clock, pollMs: null, log: keptLog(), leaseMs: 300 }
  const [one, two] = [1, 2].map(() =>
    startJobs(db, [{ name: 'slow', lane: 'mail' as const, keptDays: 1 as const, run }], options),
  )
  const first = one?.drain()
  await expect.poll(() => begun).toBe(1)
  const read = db.selectFrom('job').select('lease_until_at').where('kind', '=', 'slow')
  const { lease_until_at: lease } = await read.executeTakeFirstOrThrow()
  await expect
    .poll(async () => (await sql`select where now() > ${lease}::timestamptz`.execute(db)).rows.length)
    .toBe(1)
  expect(await two?.drain()).toBe(0)
  slow.resolve()
  expect([await first, begun]).toEqual([1, 1])
  await Promise.all([one?.stop(), two?.stop()])
  await close()
})

it('a hanging job fails, and later jobs run', async () => {
  const { db, clock, close } = await startPortal()
  const done: string[] = []
  const works = ['hangs', 'goes'].map((name) => ({
    name,
    lane: 'mail' as const,
    keptDays: 1 as const,
    run: () => (name === 'hangs' ? never() : Promise.resolve(void done.push(name))),
  }))
  for (const { name } of works)
    await enqueue(db, { name, payload: z.object({}) }, {}, { key: name, now: clock.now() })
  const log = keptLog()
  const jobs = startJobs(db, works, { clock, pollMs: 60_000, log, limitMs: 30 })
  expect(await jobs.drain()).toBe(2)
  expect(done).toEqual(['goes'])
  expect(log.errors).toEqual(['job failed: Error: hangs took longer than 0.03 s'])
  const rows = await db.selectFrom('job').select('last_error').where('kind', '=', 'hangs').execute()
  expect(rows).toEqual([{ last_error: 'hangs took longer than 0.03 s' }])
  await jobs.stop()
  await close()
})
