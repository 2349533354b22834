import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import { withTimeout } from './withTimeout.ts'
import type { Lane, JobHandler } from './job.ts'
import { subscribeToCommits } from '../db/transaction.ts'
import {
  type ClaimedJob,
  claimJobs,
  type FinishedJob,
  releaseJobs,
  markJobsDone,
  markJobFailed,
  renewLeases,
  rescheduleJob,
} from './queue.ts'

const defaultLeaseMs = 60_000

type Batching = { readonly most: number; readonly delayMs: number }
/** Only mails: their Message-ID makes a repeat harmless. They are gathered, since larger batches need fewer commits. */
const batching: Readonly<Partial<Record<Lane, Batching>>> = { mail: { most: 8, delayMs: 100 } }
const oneByOne: Batching = { most: 1, delayMs: 0 }

/** About two and a half days of retries. */
const maxTries = 70

type Options = {
  readonly clock: Clock
  readonly pollMs: number | null
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly limitMs?: number
  readonly leaseMs?: number
}

/** When a job of a batch takes longer, the finished ones are marked done before it ends. */
const slowJobMs = 10_000

/** Longer than a job takes if all its calls time out. */
const jobTimeoutMs = 3 * 60_000

/** The delay before a retry: 5 s, doubled up to an hour, with jitter. */
export function backoffMs(tries: number, random: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 3_600_000) * (0.75 + random / 2)
}

/** Runs due jobs in lanes. Jobs of an unknown kind wait for a release that knows it. */
export function startJobs(
  db: Db,
  works: readonly JobHandler[],
  options: Options,
): { kick(): void; drain(): Promise<number>; stop(): Promise<void> } {
  const lanes = [...Map.groupBy(works, ({ lane }) => lane)].map(([lane, laneWorks]) =>
    startLane(db, laneWorks, { ...options, ...(batching[lane] ?? oneByOne) }),
  )
  const stopListening = subscribeToCommits(db, (names) => {
    for (const lane of lanes) if (lane.kinds.some((kind) => names.has(kind))) lane.kick()
  })
  const kick = () => {
    for (const lane of lanes) lane.kick()
  }
  const drain = async () => {
    let total = 0
    for (;;) {
      const counts = await Promise.all(lanes.map((lane) => lane.drain()))
      const ran = counts.reduce((sum, count) => sum + count, 0)
      if (ran === 0) return total
      total += ran
    }
  }
  const timer = options.pollMs === null ? undefined : setInterval(kick, options.pollMs)
  const stop = async () => {
    clearInterval(timer)
    stopListening()
    await Promise.all(lanes.map((lane) => lane.stop()))
  }
  return { kick, drain, stop }
}

/** Runs one job at a time, so that the embedded database serves others in between. */
function startLane(db: Db, works: readonly JobHandler[], options: Options & Batching) {
  const kinds = works.map(({ name }) => name)
  const stopping = new AbortController()
  let hurry = new AbortController()
  const gather = async () => {
    if (options.delayMs > 0)
      await wait(options.delayMs, undefined, { signal: hurry.signal }).catch(() => undefined)
  }
  const runDue = createDueJobsRunner(db, works, { ...options, stopped: stopping.signal, gather })
  let running: Promise<number> | null = null
  let again = false
  // Jobs must not inherit the caller's transaction or request.
  const runDetached = AsyncLocalStorage.snapshot()
  const runWhileKicked = async (): Promise<number> => {
    let count = 0
    do {
      again = false
      count += await runDue()
    } while (again)
    return count
  }
  const begin = (): Promise<number> => {
    running = runWhileKicked().finally(() => {
      running = null
    })
    return running
  }
  const kick = () => {
    again = true
    if (stopping.signal.aborted || running) return
    runDetached(begin).catch((error: unknown) => options.log.error({ err: error }, 'job loop failed'))
  }
  const drain = async () => {
    hurry.abort()
    try {
      let held = 0
      while (running) held += await running
      return held + (await begin())
    } finally {
      hurry = new AbortController()
    }
  }
  const stop = async () => {
    stopping.abort()
    hurry.abort()
    await running?.catch(() => 0)
  }
  return { kick, drain, stop, kinds }
}

function createDueJobsRunner(
  db: Db,
  works: readonly JobHandler[],
  options: Options & Batching & { stopped: AbortSignal; gather: () => Promise<void> },
): () => Promise<number> {
  const byName = new Map(works.map((work) => [work.name, work]))
  const { most } = options
  const claiming = { kinds: [...byName.keys()], leaseMs: options.leaseMs ?? defaultLeaseMs, most }
  let done: FinishedJob[] = []
  let wasFull = false
  const next = async (): Promise<ClaimedJob[]> => {
    if (!wasFull) await options.gather()
    const now = options.clock.now()
    const claimed = options.stopped.aborted ? [] : await claimJobs(db, { done, now, ...claiming })
    if (options.stopped.aborted && done.length > 0) await markJobsDone(db, done, now)
    done = []
    wasFull = claimed.length === most
    return claimed
  }
  /** Keeps finished jobs from being repeated when the lease of a slow batch expires. */
  const markFinishedJobs = () => {
    const ended = done
    done = []
    markJobsDone(db, ended, options.clock.now()).catch((error: unknown) => {
      done.push(...ended)
      options.log.error({ err: error }, 'jobs that are done could not be ended')
    })
  }
  const runBatch = async (claimed: readonly ClaimedJob[]): Promise<number> => {
    const until = performance.now() + defaultLeaseMs / 2
    for (const [index, job] of claimed.entries()) {
      if (index > 0 && (options.stopped.aborted || performance.now() > until)) {
        await releaseJobs(db, claimed.slice(index))
        return index
      }
      const slow = setTimeout(markFinishedJobs, slowJobMs)
      const work = byName.get(job.kind)
      if (await runJob(db, job, work, options)) done.push({ id: job.id, deleteRow: work?.keptDays === 0 })
      clearTimeout(slow)
    }
    return claimed.length
  }
  return async () => {
    let count = 0
    for (let claimed = await next(); claimed.length > 0; claimed = await next()) {
      count += await withLeaseRenewal(db, claimed, options, runBatch)
    }
    return count
  }
}

async function withLeaseRenewal(
  db: Db,
  claimed: readonly ClaimedJob[],
  { log, leaseMs = defaultLeaseMs }: Options,
  run: (claimed: readonly ClaimedJob[]) => Promise<number>,
): Promise<number> {
  const timer = setInterval(() => {
    renewLeases(db, claimed, leaseMs).catch((error: unknown) => {
      log.error({ err: error }, 'leases of running jobs could not be renewed')
    })
  }, leaseMs / 3)
  try {
    return await run(claimed)
  } finally {
    clearInterval(timer)
  }
}

async function runJob(
  db: Db,
  job: ClaimedJob,
  work: JobHandler | undefined,
  options: Options,
): Promise<boolean> {
  try {
    if (!work) throw new Error(`no handler for job kind ${job.kind}`)
    const notYet = await withTimeout(options.limitMs ?? jobTimeoutMs, job.kind, work.run(job.payload))
    if (notYet) await rescheduleJob(db, job.id, notYet.notBefore)
    return !notYet
  } catch (error) {
    const now = options.clock.now()
    const text = error instanceof Error ? error.message : String(error)
    const retryAt =
      job.tries >= maxTries ? null : new Date(now.getTime() + backoffMs(job.tries, Math.random()))
    const { id, kind, tries } = job
    options.log.error({ err: error, job: kind, id, tries, dead: retryAt === null }, 'job failed')
    await markJobFailed(db, { id: job.id, error: text, retryAt, now })
    return false
  }
}
