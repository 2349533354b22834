import { sql } from 'kysely'
import * as z from 'zod/mini'
import { acquirerByName } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { duplicateCheckAfterMs } from '../../limits.ts'
import { attemptStates } from '../../attemptStates.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { acquirerEventKind } from '../../server/attempt/scheduleRecheck.ts'
import {
  type Attempt,
  getAttempt,
  findAttemptByReference,
  isOriginalSale,
} from '../../server/attempt/attempts.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'

const lanes = 8
const maxBatches = 30

export const detectDuplicatesJob = job({
  name: 'detect_duplicates',
  lane: 'checking',
  keptDays: 1,
  payload: z.object({ attemptId: z.number() }),
  run: async (deps: PaymentDeps, { attemptId }) => checkAttempt(deps, await getAttempt(deps.db, attemptId)),
})

/** Asks the acquirers for duplicate sales, `duplicateCheckAfterMs` after an attempt: a webhook may be lost. */
export async function detectDuplicates(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await skipOldAttempts(db, clock.now())
  for (let n = 0; n < maxBatches && stopping?.aborted !== true; n += 1) {
    const attempts = await nextAttempts(db, addMs(clock.now(), -duplicateCheckAfterMs))
    const last = attempts.at(-1)
    if (!last) return
    const isAnswered = await Promise.all(attempts.map((attempt) => checkOrDefer(deps, attempt)))
    await sql`update duplicate_scan set attempt_id = greatest(attempt_id, ${last.id}::bigint)`.execute(db)
    if (!isAnswered.every(Boolean)) return
  }
}

async function skipOldAttempts(db: Db, now: Date): Promise<void> {
  await sql`update duplicate_scan set attempt_id = (select coalesce(max(id), 0) from attempt
    where started_at < ${addMs(now, -dayMs)}) where attempt_id is null`.execute(db)
}

async function nextAttempts(db: Db, due: Date): Promise<Attempt[]> {
  const next = await db
    .selectFrom('attempt')
    .selectAll()
    .where('id', '>', (eb) => eb.selectFrom('duplicate_scan').select('attempt_id'))
    .where(isOriginalSale('attempt'))
    .orderBy('id')
    .limit(lanes)
    .execute()
  const young = next.findIndex(({ started_at }) => started_at > due)
  return young < 0 ? next : next.slice(0, young)
}

/** Whether the acquirer answered; otherwise a job repeats the check. */
async function checkOrDefer(deps: PaymentDeps, attempt: Attempt): Promise<boolean> {
  const now = deps.clock.now()
  const leave = (runAt: Date) => {
    const at = { key: `count-sales-${attempt.id}`, now, runAt }
    return transaction(deps.db, (tx) => enqueue(tx, detectDuplicatesJob, { attemptId: attempt.id }, at))
  }
  try {
    const again = await checkAttempt(deps, attempt)
    if (again) await leave(again.notBefore)
    return true
  } catch (error) {
    deps.log.warn({ err: error, attempt: attempt.id }, 'the sales of an order could not be counted yet')
    await leave(now)
    return false
  }
}

async function checkAttempt(deps: PaymentDeps, attempt: Attempt): Promise<Reschedule | void> {
  const { acquirer, order_key: orderKey, reference, state } = attempt
  if (state === 'refused' && reference === null) return
  const again = nextCheck(deps, attempt)
  // The attempt has no outcome yet, so no sale can be called a duplicate.
  if (again && !attemptStates[state].isOver) return again
  const sales = await acquirerByName(deps.acquirers, acquirer).findSales(orderKey)
  if (sales.outcome === 'unknown') throw new Error(`no answer about the order of attempt ${attempt.id}`)
  if (sales.outcome === 'not_found') return reference === null ? undefined : again
  const others = sales.references.filter((one) => one.toLowerCase() !== reference?.toLowerCase())
  for (const other of others) await enqueueUnknownSale(deps, { acquirer, reference: other })
  // A sale may be refused in the answer and captured all the same.
  if (state !== 'refused') return
  const sale = await queryAndSettle(deps, attempt, 'janitor')
  if (sale.outcome === 'unknown') throw new Error(`no answer about the refused sale of attempt ${attempt.id}`)
}

/** The check repeats at growing intervals for a day. */
function nextCheck({ clock }: PaymentDeps, { started_at: startedAt }: Attempt): Reschedule | undefined {
  const now = clock.now()
  const ageMs = now.getTime() - startedAt.getTime()
  return ageMs < duplicateCheckAfterMs + dayMs
    ? { notBefore: addMs(now, Math.max(duplicateCheckAfterMs, ageMs)) }
    : undefined
}

async function enqueueUnknownSale(deps: PaymentDeps, sale: { acquirer: string; reference: string }) {
  if (await findAttemptByReference(deps.db, sale)) return
  const now = deps.clock.now()
  const key = `counted-sale-${sale.acquirer}-${sale.reference}`
  await transaction(deps.db, (tx) =>
    enqueue(tx, acquirerEventKind, { ...sale, receivedAt: now.toISOString() }, { key, now }),
  )
}
