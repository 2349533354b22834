import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import { claim, type Job, markDone, markFailed } from './store.ts'

/** Does one job. Must be idempotent: a crash after the work repeats it. */
export type JobHandler = (payload: unknown) => Promise<void>
export type JobHandlers = Readonly<Record<string, JobHandler>>

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

/** Seconds until the next try: doubling from 5 s to an hour, with jitter so that retries spread. */
export function backoffMs(tries: number, random: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 3_600_000) * (0.75 + random / 2)
}

/** Polls the outbox every `pollMs`; one job at a time, so that the embedded database is not starved. */
export function startJobs(
  db: Db,
  handlers: JobHandlers,
  options: { clock: Clock; pollMs: number; log: Pick<FastifyBaseLogger, 'error'> },
): JobRunner {
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
        await runOne(db, job, handlers, options)
      }
      if (!again) return count
    }
  }
  const next = async () => (stopped ? null : claim(db, options.clock.now(), leaseMs))
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
  const timer = setInterval(kick, options.pollMs)
  const stop = async () => {
    stopped = true
    clearInterval(timer)
    await running?.catch(() => 0)
  }
  return { kick, drain, stop }
}

async function runOne(
  db: Db,
  job: Job,
  handlers: JobHandlers,
  options: { clock: Clock; log: Pick<FastifyBaseLogger, 'error'> },
): Promise<void> {
  try {
    const handler = handlers[job.kind]
    if (!handler) throw new Error(`no handler for job kind ${job.kind}`)
    await handler(job.payload)
    await markDone(db, job.id, options.clock.now())
  } catch (error) {
    const now = options.clock.now()
    const text = error instanceof Error ? error.message : String(error)
    const retryAt =
      job.tries >= maxTries ? null : new Date(now.getTime() + backoffMs(job.tries, Math.random()))
    options.log.error({ err: error, job: job.kind, tries: job.tries, dead: retryAt === null }, 'job failed')
    await markFailed(db, { id: job.id, error: text, retryAt, now })
  }
}
