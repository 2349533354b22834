import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import { cancellableDelay } from './cancellableDelay.ts'
import { withTimeout } from './withTimeout.ts'
import type { Lane, Work } from './job.ts'
import { onCommit } from '../db/transaction.ts'
import { type Claimed, claim, type Ended, giveUp, markDone, markFailed, putOff } from './store.ts'

export type JobRunner = {
  /** Looks for work; what this process writes is told by its commit, and the polling finds it anyway. */
  kick(): void
  /** Runs everything due now, then returns how many jobs ran. */
  drain(): Promise<number>
  stop(): Promise<void>
}

const leaseMs = 60_000
/**
 * So many are taken, and ended, at once. A mail that was sent when its process died is sent again by its own name; what
 * moves money is written down before anything else is begun.
 */
const atOnce = { money: 1, asking: 1, codes: 1, checking: 1, mail: 8 } as const satisfies Record<Lane, number>
/**
 * So long is waited for more of a lane that has less than a batch: nobody looks at the clock for a mail, and each batch is a
 * commit of its own.
 */
const gatherMs = { money: 0, asking: 0, codes: 0, checking: 0, mail: 100 } as const satisfies Record<
  Lane,
  number
>
/** About two days and a half: longer than any outage of a mail server or an acquirer that is worth waiting out. */
const maxTries = 70

type Options = {
  readonly clock: Clock
  /** How often work is looked for that nobody told of; null where somebody else says when. */
  readonly pollMs: number | null
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** A job that has not ended by then has failed, and the lane goes on. */
  readonly limitMs?: number
}

/** A job that lasts longer keeps those that were done before it from being ended with the next batch. */
const slowMs = 10_000

/** Longer than the calls of any job that all reach their own limit. */
const jobMs = 3 * 60_000

/** Milliseconds until the next try: doubling from 5 s to an hour, with jitter so that retries spread. */
export function backoffMs(tries: number, random: number): number {
  return Math.min(5_000 * 2 ** (tries - 1), 3_600_000) * (0.75 + random / 2)
}

/** Polls the outbox every `pollMs`, each lane for itself. A job that this release does not know waits for one that does. */
export function startJobs(db: Db, works: readonly Work[], options: Options): JobRunner {
  const lanes = [...Map.groupBy(works, ({ lane }) => lane).values()].map((own) => startLane(db, own, options))
  const stopHearing = onCommit(db, (names) => {
    for (const lane of lanes) if (lane.kinds.some((kind) => names.has(kind))) lane.kick()
  })
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
  const timer = options.pollMs === null ? undefined : setInterval(kick, options.pollMs)
  const stop = async () => {
    clearInterval(timer)
    stopHearing()
    await Promise.all(lanes.map((lane) => lane.stop()))
  }
  return { kick, drain, stop }
}

/** One job at a time, so that the embedded database is not starved. */
function startLane(
  db: Db,
  works: readonly Work[],
  options: Options,
): JobRunner & { kinds: readonly string[] } {
  const kinds = works.map(({ name }) => name)
  const stopping = new AbortController()
  const pause = cancellableDelay(Math.min(...works.map(({ lane }) => gatherMs[lane])))
  const runDue = dueWork(db, works, { ...options, stopped: stopping.signal, gather: pause.wait })
  let running: Promise<number> | null = null
  let again = false
  // Whoever calls `kick` is not who the jobs belong to: neither its transaction nor its request goes along.
  const apart = AsyncLocalStorage.snapshot()
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
    apart(begin).catch((error: unknown) => options.log.error({ err: error }, 'job loop failed'))
  }
  const drain = async () => {
    const goOn = pause.skip()
    try {
      // What the loop already holds belongs to the work that is waited for, and may be work for another lane too.
      let held = 0
      while (running) held += await running
      return held + (await begin())
    } finally {
      goOn()
    }
  }
  const stop = async () => {
    stopping.abort()
    pause.skip()
    await running?.catch(() => 0)
  }
  return { kick, drain, stop, kinds }
}

/** Does what is due of a lane, several taken at a time, until there is nothing more; answers how many it did. */
function dueWork(
  db: Db,
  works: readonly Work[],
  options: Options & { stopped: AbortSignal; gather: () => Promise<void> },
): () => Promise<number> {
  const byName = new Map(works.map((work) => [work.name, work]))
  const kinds = [...byName.keys()]
  const most = Math.min(...works.map(({ lane }) => atOnce[lane]))
  /** What is done and not yet ended in the database. */
  let done: Ended[] = []
  let wasFull = false
  const next = async (): Promise<Claimed[]> => {
    if (!wasFull) await options.gather()
    const ended = done
    const now = options.clock.now()
    const taken = options.stopped.aborted ? [] : await claim(db, { done, kinds, now, leaseMs, most })
    if (options.stopped.aborted && ended.length > 0) await markDone(db, ended, now)
    done = []
    wasFull = taken.length === most
    return taken
  }
  /** What came before a slow one is not done again by whoever takes the batch when its lease is over. */
  const endWhatIsDone = () => {
    const ended = done
    done = []
    markDone(db, ended, options.clock.now()).catch((error: unknown) => {
      done.push(...ended)
      options.log.error({ err: error }, 'jobs that are done could not be ended')
    })
  }
  return async () => {
    let count = 0
    for (let taken = await next(); taken.length > 0; taken = await next()) {
      const until = performance.now() + leaseMs / 2
      const all = taken.map((job) => ({ job, go: begun(byName.get(job.kind), job) }))
      for (const [index, { job, go }] of all.entries()) {
        if (index > 0 && (options.stopped.aborted || performance.now() > until)) {
          await giveUp(db, taken.slice(index))
          break
        }
        count += 1
        const slow = setTimeout(endWhatIsDone, slowMs)
        const goes = byName.get(job.kind)?.keptDays === 0
        if (await isDone(db, job, go, options)) done.push({ id: job.id, goes })
        clearTimeout(slow)
      }
    }
    return count
  }
}

/** What one job of several that were taken together does when its turn comes; what it reads is asked for now. */
function begun(work: Work | undefined, { kind, payload }: Claimed): () => ReturnType<Work['run']> {
  if (!work) return () => Promise.reject(new Error(`no handler for job kind ${kind}`))
  const ready = work.begin?.(payload)
  if (!ready) return () => work.run(payload)
  // It is told when its turn comes.
  ready.catch(() => {})
  return async () => (await ready)()
}

/** Does one job; false where it comes again, which is written down. */
async function isDone(db: Db, job: Claimed, go: () => ReturnType<Work['run']>, options: Options) {
  try {
    const notYet = await withTimeout(options.limitMs ?? jobMs, job.kind, go())
    if (notYet) await putOff(db, job.id, notYet.notBefore)
    return !notYet
  } catch (error) {
    const now = options.clock.now()
    const text = error instanceof Error ? error.message : String(error)
    const retryAt =
      job.tries >= maxTries ? null : new Date(now.getTime() + backoffMs(job.tries, Math.random()))
    const { id, kind, tries } = job
    options.log.error({ err: error, job: kind, id, tries, dead: retryAt === null }, 'job failed')
    await markFailed(db, { id: job.id, error: text, retryAt, now })
    return false
  }
}
