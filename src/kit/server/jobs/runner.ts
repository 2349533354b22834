import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import { within } from './within.ts'
import type { Work } from './job.ts'
import { type Claimed, claim, markDone, markFailed, putOff } from './store.ts'

export type JobRunner = {
  /** A hint that work was written; the polling finds it anyway. */
  kick(): void
  /** Runs everything due now, then returns how many jobs ran. */
  drain(): Promise<number>
  stop(): Promise<void>
}

const leaseMs = 60_000
/** About two days and a half: longer than any outage of a mail server or an acquirer that is worth waiting out. */
const maxTries = 70

type Options = {
  readonly clock: Clock
  readonly pollMs: number
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** A job that has not ended by then has failed, and the lane goes on. */
  readonly limitMs?: number
}

/** Longer than the calls of any job that all reach their own limit. */
const jobMs = 3 * 60_000

/** Milliseconds until the next try: doubling from 5 s to an hour, with jitter so that retries spread. */
export function backoffMs(tries: number, random: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 3_600_000) * (0.75 + random / 2)
}

/** Polls the outbox every `pollMs`, each lane for itself. A job that this release does not know waits for one that does. */
export function startJobs(db: Db, works: readonly Work[], options: Options): JobRunner {
  const lanes = [...Map.groupBy(works, ({ lane }) => lane).values()].map((own) => startLane(db, own, options))
  const kick = () => {
    for (const lane of lanes) lane.kick()
  }
  const drain = async () => {
    let total = 0
    for (;;) {
      // What one lane did may be work for another: a capture that the money lane books has a receipt.
      const counts = await Promise.all(lanes.map((lane) => lane.drain()))
      const ran = counts.reduce((sum, count) => sum + count, 0)
      if (ran === 0) return total
      total += ran
    }
  }
  const timer = setInterval(kick, options.pollMs)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(lanes.map((lane) => lane.stop()))
  }
  return { kick, drain, stop }
}

/** One job at a time, so that the embedded database is not starved. */
function startLane(db: Db, works: readonly Work[], options: Options): JobRunner {
  const byName = new Map(works.map((work) => [work.name, work]))
  const kinds = [...byName.keys()]
  let running: Promise<number> | null = null
  let again = false
  let stopped = false
  // Whoever calls `kick` is not who the jobs belong to: neither its transaction nor its request goes along.
  const apart = AsyncLocalStorage.snapshot()
  const runDue = async (): Promise<number> => {
    let count = 0
    for (;;) {
      again = false
      for (let job = await next(); job; job = await next()) {
        count += 1
        await runOne(db, job, byName.get(job.kind), options)
      }
      if (!again) return count
    }
  }
  const next = async () => (stopped ? null : claim(db, { kinds, now: options.clock.now(), leaseMs }))
  const begin = (): Promise<number> => {
    running = runDue().finally(() => {
      running = null
    })
    return running
  }
  const kick = () => {
    again = true
    if (stopped || running) return
    apart(begin).catch((error: unknown) => options.log.error({ err: error }, 'job loop failed'))
  }
  const drain = async () => {
    // What the loop already holds belongs to the work that is waited for.
    while (running) await running
    return begin()
  }
  const stop = async () => {
    stopped = true
    await running?.catch(() => 0)
  }
  return { kick, drain, stop }
}

async function runOne(db: Db, job: Claimed, work: Work | undefined, options: Options): Promise<void> {
  try {
    if (!work) throw new Error(`no handler for job kind ${job.kind}`)
    const notYet = await within(options.limitMs ?? jobMs, job.kind, work.run(job.payload))
    await (notYet ? putOff(db, job.id, notYet.notBefore) : markDone(db, job.id, options.clock.now()))
  } catch (error) {
    const now = options.clock.now()
    const text = error instanceof Error ? error.message : String(error)
    const retryAt =
      job.tries >= maxTries ? null : new Date(now.getTime() + backoffMs(job.tries, Math.random()))
    options.log.error({ err: error, job: job.kind, tries: job.tries, dead: retryAt === null }, 'job failed')
    await markFailed(db, { id: job.id, error: text, retryAt, now })
  }
}
