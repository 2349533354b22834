import * as z from 'zod/mini'
import type { Approval } from '#acquirer/acquirer.ts'
import type { NotificationTopic } from '#acquirer/saleEvents.ts'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { job, type NotYet } from '#kit/server/jobs/job.ts'
import { payloadsOf } from '#kit/server/jobs/store.ts'
import { recheckAfterMs, reviewAfterMs } from '../../limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { recheckKind } from '../ledger/ledger.ts'
import { askAcquirer } from '../settle/askAcquirer.ts'
import { type Attempt, attemptById } from '../attempt/attempts.ts'
import { lockPayment } from '../store.ts'
import { shortOf, surelyFrom } from '../difference/failedRefund.ts'
import { isNoted, isToldNoted, noteEvent, numberOfTold, repeatedMs } from '../difference/saleEvents.ts'

/**
 * Job: asks a day after money went back whether it stayed so: the notification of a bank that denies it may be lost. Throws
 * without an answer: the queue asks again.
 */
export const recheckJob = job({
  ...recheckKind,
  run: async (deps: PaymentDeps, { attemptId }) => {
    const attempt = await attemptById(deps.db, attemptId)
    if (attempt.reference === null || attempt.state === 'giving_back') return
    const outcome = await askAcquirer(deps, attempt, 'janitor')
    if (outcome.outcome === 'unknown') throw new Error(`no answer about the sale of attempt ${attemptId}`)
  },
})

/** How soon a sale is asked about again that a notification named and a query is slow to know. */
const lagMs = 30_000

/** When to look again for what a notification told and no query shows yet: ever more rarely, for a day. */
export function laterToday(
  { clock }: Pick<PaymentDeps, 'clock'>,
  receivedAt: string | undefined,
): NotYet | undefined {
  if (receivedAt === undefined) return undefined
  const now = clock.now()
  const age = now.getTime() - Date.parse(receivedAt)
  return age >= reviewAfterMs ? undefined : { notBefore: plus(now, recheckAfterMs(age, lagMs)) }
}

type Told = { news?: NotificationTopic | undefined; receivedAt?: string | undefined }

/**
 * After the sale of a notification was settled: when to look again, while nothing new of its kind has come to light. One
 * that was known before may be told once more, or be another that no query shows yet: a notification has no number. A dispute
 * that no query shows in a day is a case all the same: the acquirer's site has it.
 */
export async function untilShown(
  deps: PaymentDeps,
  attempt: Attempt,
  sale: Approval,
  { news, receivedAt }: Told,
): Promise<NotYet | undefined> {
  const { db } = deps
  const fresh = await attemptById(db, attempt.id)
  if (fresh.state === 'captured' || fresh.state === 'given_back' || fresh.state === 'released') {
    // A query that lags, or a return that was denied: in a while it is certain which.
    const short = await shortOf(db, fresh, sale)
    const notBefore = short && plus(surelyFrom(short.since, deps), 1)
    if (notBefore && notBefore > deps.clock.now()) return { notBefore }
  }
  if (news === undefined || news === 'returned' || receivedAt === undefined) return undefined
  const received = new Date(receivedAt)
  const again = laterToday(deps, receivedAt)
  const isShown = await isNoted(db, attempt.id, news, received)
  if (news === 'void_denied') return isShown ? undefined : again
  // What has come to light may be what was told before, and this one is shown later.
  if (isShown && !(await isToldBefore(db, fresh, { news, received }))) return undefined
  if (again) return again
  // Told once more of one that is shown; another would be shown too by now.
  if (isShown || sale.events?.some(({ kind }) => kind === news)) return undefined
  // Told once more, of what was shown the day before it was told.
  if (await isNoted(db, attempt.id, news, plus(received, -reviewAfterMs))) return undefined
  await noteUnshown(deps, attempt, { news, received })
}

/** The key of the job that a notification is looked at by. */
export const noticeKey = (eventId: number) => `acquirer-event-${eventId}`

/** Of such a job: the releases before said neither when the notification came nor what it told. */
const notice = z.object({ receivedAt: z.optional(z.string()), news: z.optional(z.string()) })

/** Whether the acquirer told of such a thing of this sale on the day before an instant, and not only what it repeats. */
async function isToldBefore(
  db: Db,
  { acquirer, reference }: Attempt,
  { news, received }: { news: NotificationTopic; received: Date },
): Promise<boolean> {
  const before = await db
    .selectFrom('acquirer_event')
    .select('id')
    .where('received_at', '>=', plus(received, -reviewAfterMs))
    .where('received_at', '<', plus(received, -repeatedMs))
    .where('acquirer', '=', acquirer)
    .where('reference', '=', reference)
    .execute()
  const told = (
    await payloadsOf(
      db,
      before.map(({ id }) => noticeKey(id)),
    )
  ).map((payload) => z.parse(notice, payload))
  return told.some((one) => one.news === news || one.receivedAt === undefined)
}

/** What was told and no query has shown in a day, once however often the acquirer repeats it. */
async function noteUnshown(
  { db: whole, clock }: PaymentDeps,
  attempt: Attempt,
  { news, received }: { news: 'chargeback' | 'fraud_alert'; received: Date },
): Promise<void> {
  await transaction(whole, async (db) => {
    await lockPayment(db, attempt.payment_id)
    if (await isToldNoted(db, attempt.id, news, received)) return
    const told = { kind: news, number: numberOfTold(received), amountCents: attempt.amount_cents }
    await noteEvent(db, { attempt, now: clock.now() }, told)
  })
}
