import { sql } from 'kysely'
import * as z from 'zod/mini'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type NotYet } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { countedAfterMs } from '../../limits.ts'
import { attemptStates } from '../../states.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { isOriginalSale } from '../../server/views/ours.ts'
import { acquirerEventKind } from '../../server/settle/scheduleRecheck.ts'
import { type Attempt, attemptById, attemptByReference } from '../../server/attempt/attempts.ts'
import { askAcquirer } from '../../server/settle/askAcquirer.ts'

/** So many acquirer calls at once, and so often in one round: what is left waits for the next. */
const lanes = 8
const handfulsMax = 30

/** Job: asks about one attempt whose question got no answer, or that had not come to an end by then. */
export const detectDuplicatesJob = job({
  name: 'count_sales',
  lane: 'checking',
  keptDays: 1,
  payload: z.object({ attemptId: z.number() }),
  run: async (deps: PaymentDeps, { attemptId }) => count(deps, await attemptById(deps.db, attemptId)),
})

/**
 * Asks the acquirer about each attempt, once it is `countedAfterMs` old, how many sales there are under its order key: one
 * that was carried out twice is told by a notification, which may be lost, and nobody else asks by the key of a sale whose
 * name is known. One that was refused in its answer is asked about itself. What there is besides is looked at by a job, and goes back. Takes the attempts in the order of their
 * numbers, and writes nothing about one that was sold once. Two instances at once ask twice, which is no harm.
 */
export async function detectDuplicates(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await beginCounting(db, clock.now())
  for (let n = 0; n < handfulsMax && stopping?.aborted !== true; n += 1) {
    const attempts = await nextToCount(db, plus(clock.now(), -countedAfterMs))
    const last = attempts.at(-1)
    if (!last) return
    const isAnswered = await Promise.all(attempts.map((attempt) => countOrLeave(deps, attempt)))
    await sql`update sales_asked set attempt_id = greatest(attempt_id, ${last.id}::bigint)`.execute(db)
    // An acquirer that says nothing now keeps the janitor waiting no longer.
    if (!isAnswered.every(Boolean)) return
  }
}

/** What was sent long before the first round is asked about no more. */
async function beginCounting(db: Db, now: Date): Promise<void> {
  await sql`update sales_asked set attempt_id = (select coalesce(max(id), 0) from attempt
    where started_at < ${plus(now, -dayMs)}) where attempt_id is null`.execute(db)
}

/** Those that come next, as far as they are old enough. */
async function nextToCount(db: Db, due: Date): Promise<Attempt[]> {
  const next = await db
    .selectFrom('attempt')
    .selectAll()
    .where('id', '>', (eb) => eb.selectFrom('sales_asked').select('attempt_id'))
    .where(isOriginalSale('attempt'))
    .orderBy('id')
    .limit(lanes)
    .execute()
  const young = next.findIndex(({ started_at }) => started_at > due)
  return young < 0 ? next : next.slice(0, young)
}

/** Whether the acquirer has answered; where nothing is certain yet a job asks again. */
async function countOrLeave(deps: PaymentDeps, attempt: Attempt): Promise<boolean> {
  const now = deps.clock.now()
  const leave = (runAt: Date) =>
    transaction(deps.db, (db) =>
      enqueue(
        db,
        detectDuplicatesJob,
        { attemptId: attempt.id },
        { key: `count-sales-${attempt.id}`, now, runAt },
      ),
    )
  try {
    const again = await count(deps, attempt)
    if (again) await leave(again.notBefore)
    return true
  } catch (error) {
    deps.log.warn({ err: error, attempt: attempt.id }, 'the sales of an order could not be counted yet')
    await leave(now)
    return false
  }
}

/** Throws without an answer: the queue asks again. */
async function count(deps: PaymentDeps, attempt: Attempt): Promise<NotYet | void> {
  const { acquirer, order_key: orderKey, reference, state } = attempt
  // Nothing was made of it.
  if (state === 'refused' && reference === null) return
  const again = withinDay(deps, attempt)
  // By which of its sales it will come to an end is not known yet.
  if (again && !attemptStates[state].isOver) return again
  const told = await acquirerNamed(deps.acquirers, acquirer).findSales(orderKey)
  if (told.outcome === 'unknown') throw new Error(`no answer about the order of attempt ${attempt.id}`)
  if (told.outcome === 'not_found') return reference === null ? undefined : again
  const others = told.references.filter((one) => one.toLowerCase() !== reference?.toLowerCase())
  for (const other of others) await lookAt(deps, { acquirer, reference: other })
  // A sale may be refused in the answer and taken all the same.
  if (state !== 'refused') return
  const sale = await askAcquirer(deps, attempt, 'janitor')
  if (sale.outcome === 'unknown') throw new Error(`no answer about the refused sale of attempt ${attempt.id}`)
}

/** When to count again, ever more rarely for a day: most of these are codes that nobody pays. */
function withinDay({ clock }: PaymentDeps, { started_at: startedAt }: Attempt): NotYet | undefined {
  const now = clock.now()
  const ageMs = now.getTime() - startedAt.getTime()
  return ageMs < countedAfterMs + dayMs
    ? { notBefore: plus(now, Math.max(countedAfterMs, ageMs)) }
    : undefined
}

/** A sale that no attempt names, as if it had been told of just now. */
async function lookAt(deps: PaymentDeps, sale: { acquirer: string; reference: string }): Promise<void> {
  if (await attemptByReference(deps.db, sale)) return
  const now = deps.clock.now()
  const key = `counted-sale-${sale.acquirer}-${sale.reference}`
  await transaction(deps.db, (db) =>
    enqueue(db, acquirerEventKind, { ...sale, receivedAt: now.toISOString() }, { key, now }),
  )
}
