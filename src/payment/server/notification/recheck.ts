import * as z from 'zod/mini'
import type { Approval, NotificationTopic } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { findPayloads } from '#kit/server/jobs/queue.ts'
import { recheckDelayMs, reviewAfterMs, recheckSoonMs } from '../../limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { recheckKind } from '../ledger/ledger.ts'
import { queryAndSettle, querySale } from '../settle/queryAndSettle.ts'
import { type Attempt, getAttempt, isByPix } from '../attempt/attempts.ts'
import { lockPayment } from '../store.ts'
import { findMissingRefund, queryReliableFrom } from '../difference/failedRefund.ts'
import {
  hasSaleEvent,
  recordSaleEvent,
  webhookNumber,
  hasWebhookEvent,
  webhookRepeatMs,
} from '../difference/saleEvents.ts'
import { releaseJobKey } from '#kit/server/jobs/enqueue.ts'
import { acquirerEventKind, recheckSoonKind } from '../attempt/scheduleRecheck.ts'
import { isSuperseded } from '../settle/pix/superseded.ts'
import { recheckCodeKey, recheckCodeKind } from '../attempt/recheckOpenCodes.ts'
import { settle } from '../settle/settle.ts'

/** Job: queries a sale a day after a refund, as a rejection's webhook may be lost. */
export const recheckJob = job({
  ...recheckKind,
  run: async (deps: PaymentDeps, { attemptId }) => {
    const attempt = await getAttempt(deps.db, attemptId)
    if (attempt.reference === null || attempt.state === 'giving_back') return
    const outcome = await queryAndSettle(deps, attempt, 'janitor')
    if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attemptId}`)
  },
})

const lagMs = 30_000

/** When to query again for an unshown event, for a day. */
export function recheckLater({ clock }: PaymentDeps, receivedAt: string): Reschedule | undefined {
  const now = clock.now()
  const age = now.getTime() - Date.parse(receivedAt)
  return age >= reviewAfterMs ? undefined : { notBefore: addMs(now, recheckDelayMs(age, lagMs)) }
}

export type WebhookEvent = { news?: NotificationTopic | undefined; receivedAt: string }

/**
 * When to query a webhook's sale again while its event is not shown. Webhooks have no number: a stored event
 * may be this one or an earlier one. After a day, a dispute or fraud alert opens a case.
 */
export async function recheckUntilShown(
  deps: PaymentDeps,
  attempt: Attempt,
  sale: Approval,
  by: WebhookEvent,
) {
  const { news, receivedAt } = by
  const { db } = deps
  const fresh = await getAttempt(db, attempt.id)
  if (fresh.state === 'captured' || fresh.state === 'given_back' || fresh.state === 'released') {
    const short = await findMissingRefund(db, fresh, sale)
    const notBefore = short && addMs(queryReliableFrom(short.since, deps), 1)
    if (notBefore && notBefore > deps.clock.now()) return { notBefore }
  }
  if (news === undefined || news === 'returned') return undefined
  const received = new Date(receivedAt)
  const again = recheckLater(deps, receivedAt)
  const isShown = await hasSaleEvent(db, attempt.id, news, received)
  if (news === 'void_denied') return isShown ? undefined : again
  if (isShown && !(await wasReportedBefore(db, fresh, { news, received }))) return undefined
  if (again) return again
  // The event of a new webhook would be shown by now.
  if (isShown || sale.events?.some(({ kind }) => kind === news)) return undefined
  if (await hasSaleEvent(db, attempt.id, news, addMs(received, -reviewAfterMs))) return undefined
  await recordWebhookEvent(deps, attempt, { news, received })
}

export const acquirerEventKey = (eventId: number) => `acquirer-event-${eventId}`

async function wasReportedBefore(
  db: Db,
  { acquirer, reference }: Attempt,
  { news, received }: { news: NotificationTopic; received: Date },
): Promise<boolean> {
  const before = await db
    .selectFrom('acquirer_event')
    .select('id')
    .where('received_at', '>=', addMs(received, -reviewAfterMs))
    .where('received_at', '<', addMs(received, -webhookRepeatMs))
    .where('acquirer', '=', acquirer)
    .where('reference', '=', reference)
    .execute()
  const keys = before.map(({ id }) => acquirerEventKey(id))
  const earlier = await findPayloads(db, keys)
  return earlier.some((payload) => z.parse(acquirerEventKind.payload, payload).news === news)
}

async function recordWebhookEvent(
  { db: whole, clock }: PaymentDeps,
  attempt: Attempt,
  { news, received }: { news: 'chargeback' | 'fraud_alert'; received: Date },
): Promise<void> {
  await transaction(whole, async (db) => {
    await lockPayment(db, attempt.payment_id)
    if (await hasWebhookEvent(db, attempt.id, news, received)) return
    const event = { kind: news, number: webhookNumber(received), amountCents: attempt.amount_cents }
    await recordSaleEvent(db, { attempt, now: clock.now() }, event)
  })
}

/** Job: an early 'not found' is ignored, and the janitor continues. */
export const recheckSoonJob = job({
  ...recheckSoonKind,
  run: async (deps: PaymentDeps, { attemptId, since }) => {
    const attempt = await getAttempt(deps.db, attemptId)
    if (attempt.state !== 'unknown') return
    const found = await querySale(deps, attempt)
    if (found.outcome !== 'not_found' && found.outcome !== 'unknown')
      return settle(deps, attemptId, found, { actor: 'acquirer' })
    const now = deps.clock.now().getTime()
    const next = recheckSoonMs.find((ms) => since + ms > now)
    if (next !== undefined) return { notBefore: new Date(since + next) }
  },
})

/** Job: queries a code once, after a card of its ticket took nothing. */
export const recheckCodeJob = job({
  ...recheckCodeKind,
  run: async (deps: PaymentDeps, { attemptId }): Promise<void> => {
    await releaseJobKey(deps.db, recheckCodeKey(attemptId))
    const attempt = await getAttempt(deps.db, attemptId)
    const isOpenCode = isByPix(attempt) && attempt.state === 'challenged'
    if (isOpenCode || isSuperseded(attempt)) await queryAndSettle(deps, attempt, 'acquirer')
  },
})
