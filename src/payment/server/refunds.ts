import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, RefundTable } from '#db/schema.ts'
import { isFree, leaseFor } from '#kit/server/db/leases.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { refundMailJob } from './jobs/sendRefundMail.ts'

export type Refund = Selectable<RefundTable>

/** The job that `jobs/refundLater.ts` does: settling a Pix writes it, and staff. */
export const refundKind = {
  name: 'refund',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ refundId: z.number() }),
} as const

/** The job that `events/lookAgain.ts` does: whoever books a return writes it. */
export const lookAgainKind = {
  name: 'look_at_return',
  lane: 'checking',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/** The code of a refund that its bank took back after it was made: the money is here again. */
export const deniedCode = 'denied'

/** The code of a refund that was not made because the acquirer does not show an earlier one. */
export const unseenCode = 'unseen'

/** The code of a refund of which staff say that it never arrived: nothing went back. */
export const unarrivedCode = 'unarrived'

/** The code of a refund while staff are to say whether it arrived: it was asked for, and the acquirer tells nothing of it. */
const untoldCode = 'untold'

/** Who asks for what a Pix brought above its amount to go back: nobody at a desk. */
export const surplusActor = 'janitor'

/** What was taken by a payment's attempt and what of it went back, centavos, as the acquirer has confirmed; and when last. */
export async function moneyOf(
  db: Db,
  attemptId: number,
): Promise<{ takenCents: number; backCents: number; lastBackAt: Date | null }> {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'at'])
    .where('attempt_id', '=', attemptId)
    .execute()
  const sum = (wanted: string) =>
    rows.reduce((total, { kind, amount_cents }) => total + (kind === wanted ? amount_cents : 0), 0)
  const back = rows.filter(({ kind, amount_cents }) => kind === 'refund' && amount_cents > 0)
  const lastBackAt = back.map(({ at }) => at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return { takenCents: sum('capture'), backCents: sum('refund'), lastBackAt }
}

/**
 * Money has gone back, whoever asked for it: in the books, with the mail that tells its payer. The only way it gets there.
 * A day later the acquirer is asked whether it stayed so. Answers the entry's number.
 */
export async function bookRefund(
  db: Db,
  entry: { paymentId: number; attemptId: number; amountCents: number; at: Date },
): Promise<string> {
  const { paymentId, attemptId, amountCents, at } = entry
  const { id } = await db
    .insertInto('ledger')
    .values({ payment_id: paymentId, attempt_id: attemptId, kind: 'refund', amount_cents: amountCents, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(
    db,
    refundMailJob,
    { attemptId, amountCents, ledgerId: id },
    { key: `refund-mail-${id}`, now: at },
  )
  await lookTomorrow(db, { attemptId, key: `look-at-return-${id}`, now: at })
  return String(id)
}

/** Money or a hold has gone back: a day later the acquirer is asked whether it stayed so, once for each key. */
export async function lookTomorrow(
  db: Db,
  { attemptId, key, now }: { attemptId: number; key: string; now: Date },
): Promise<void> {
  await enqueue(db, lookAgainKind, { attemptId }, { key, now, runAt: plus(now, dayMs) })
}

export async function insertRefund(
  db: Db,
  refund: {
    paymentId: number
    attemptId: number
    amountCents: number
    targetCents: number
    reason: string
    actor: string
    now: Date
  },
): Promise<number> {
  const { id } = await db
    .insertInto('refund')
    .values({
      payment_id: refund.paymentId,
      attempt_id: refund.attemptId,
      amount_cents: refund.amountCents,
      target_cents: refund.targetCents,
      reason: refund.reason,
      state: 'asked',
      actor: refund.actor,
      asked_at: refund.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes down what went back on the acquirer's own site: nobody here asked for it, and it is done. */
export async function insertFound(
  db: Db,
  found: {
    paymentId: number
    attemptId: number
    amountCents: number
    targetCents: number
    reason: string
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('refund')
    .values({
      payment_id: found.paymentId,
      attempt_id: found.attemptId,
      amount_cents: found.amountCents,
      target_cents: found.targetCents,
      reason: found.reason,
      state: 'confirmed',
      actor: 'acquirer',
      asked_at: found.now,
      ended_at: found.now,
    })
    .execute()
}

export async function refundById(db: Db, id: number): Promise<Refund> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The refunds of a payment, oldest first. */
export async function refundsOf(db: Db, paymentId: number): Promise<Refund[]> {
  return db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

/** What of a payment is on its way back that somebody asked for: one at a time (`refund_one_at_a_time`). */
export async function openRefund(db: Db, paymentId: number): Promise<Refund | undefined> {
  return (await refundsOf(db, paymentId)).find(({ state }) => state === 'asked')
}

/** It was left to staff (`doubt/leaveToStaff.ts`). */
export function isInDoubt({ state, return_code: code }: Refund): boolean {
  return state === 'asked' && code === untoldCode
}

/** Whether staff have said that it never arrived. */
export function isUnarrived({ return_code: code }: Refund): boolean {
  return code === unarrivedCode
}

/** Whether something of a payment is on its way back that somebody asked for. */
export async function isRefundOpen(db: Db, paymentId: number): Promise<boolean> {
  return (await openRefund(db, paymentId)) !== undefined
}

/** Whose the acquirer is for a refund: the end of the claim, to the microsecond; and the refund as it stood under it. */
export type Claim = {
  readonly end: string
  readonly refund: Refund
  /** Nobody had the acquirer before: it was asked for nothing. */
  readonly isFirst: boolean
}

/**
 * Takes the acquirer for one caller for so long; null while another has it, when the refund has ended, and when somebody had
 * it since `read`: who stood still in between would take what was asked for meanwhile for never asked for.
 */
export async function claimRefund(db: Db, read: Refund, ms: number): Promise<Claim | null> {
  const isFirst = read.claimed_until_at === null
  const claim = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where('id', '=', read.id)
    .where('state', '=', 'asked')
    .where('claimed_until_at', isFirst ? 'is' : 'is not', null)
    .where(isFree('claimed_until_at'))
    .returningAll()
    .returning(endOfClaim)
    .executeTakeFirst()
  if (!claim) return null
  const { end, ...refund } = claim
  return { end, refund, isFirst }
}

const endOfClaim = sql<string>`claimed_until_at::text`.as('end')

/**
 * Has the acquirer for so long from now on, where it still is the caller's; null where somebody else took it, who may have
 * asked for the money, or the refund has ended. Whoever asks for money, or ends a refund by what they were told, asks this
 * first: however long they stood still, what they do is done once.
 */
export async function keepClaim(db: Db, claim: Claim, ms: number): Promise<Claim | null> {
  const kept = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms) })
    .where(isStill(claim))
    .returning(endOfClaim)
    .executeTakeFirst()
  return kept ? { ...claim, end: kept.end } : null
}

/** Of a refund: it is still the caller's. Who slept through the end of their claim may find that of another. */
function isStill({ end, refund: { id } }: Claim): RawBuilder<boolean> {
  return sql<boolean>`(id = ${id} and state = 'asked' and claimed_until_at = ${end}::timestamptz)`
}

/** The acquirer has taken the refund on: until then nobody asks for it again, only what became of it. A claim of another stays. */
export async function markPending(
  db: Db,
  claim: Claim,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  const ms = until.getTime() - now.getTime()
  await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(ms), pending_until_at: until })
    .where(isStill(claim))
    .execute()
}

/**
 * Who has claimed it has asked the acquirer for nothing: the next try, and staff, need not wait. `wasAsked`: somebody had
 * before, whose claim is over; one that was never claimed is sent without a question. A claim of another stays.
 */
export async function releaseRefund(
  db: Db,
  claim: Claim,
  { wasAsked }: { wasAsked: boolean },
): Promise<void> {
  const free = { claimed_until_at: wasAsked ? leaseFor(0) : null }
  await db.updateTable('refund').set(free).where(isStill(claim)).execute()
}

/**
 * Nobody has the acquirer any more, and it was asked: what came of that staff are to say. False when the refund has ended, or
 * somebody else has the acquirer.
 */
export async function putInDoubt(db: Db, claim: Claim): Promise<boolean> {
  const result = await db
    .updateTable('refund')
    .set({ claimed_until_at: leaseFor(0), return_code: untoldCode })
    .where(isStill(claim))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The acquirer gave back another amount than was asked for. */
export async function changeRefundTo(
  db: Db,
  { id, amount_cents, target_cents }: Pick<Refund, 'id' | 'amount_cents' | 'target_cents'>,
): Promise<void> {
  await db.updateTable('refund').set({ amount_cents, target_cents }).where('id', '=', id).execute()
}

export async function endRefund(
  db: Db,
  id: number,
  end: { state: 'confirmed' | 'refused'; returnCode: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ state: end.state, return_code: end.returnCode, ended_at: end.now, claimed_until_at: null })
    .where('id', '=', id)
    .execute()
}
