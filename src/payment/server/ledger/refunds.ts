import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { jobKind } from '#kit/server/jobs/job.ts'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Db, RefundTable } from '#db/schema.ts'
import { excessCents, type RefundParts, splitAgain } from '../../paymentMoney.ts'
import { validatedReason } from '../../texts.ts'
import type { AttemptMoment } from '../settlementContext.ts'
import { readRefundBasis } from './paymentMoney.ts'

export type Refund = Selectable<RefundTable>

export const refundKind = jobKind('refund', { lane: 'money', keptDays: 30 }, { refundId: z.number() })

/** Who requested the refund hears that the bank rejected it after its confirmation. */
export const deniedRefundKind = jobKind(
  'refund_denied',
  { lane: 'money', keptDays: 30 },
  { refundId: z.number() },
)

/** The bank rejected the refund after its confirmation. */
export const deniedCode = 'denied'

export const unseenCode = 'unseen'

export const unarrivedCode = 'unarrived'

/** Result unknown; staff decide whether it arrived. */
export const unconfirmedCode = 'untold'

export const excessActor = 'janitor'

type NewRefund = {
  paymentId: number
  attemptId: number
  amountCents: number
  targetCents: number
  parts: RefundParts
  reason: string
  actor: string
  now: Date
}

type InitialState = { state: 'asked' | 'confirmed'; ended_at?: Date }

export async function insertRefund(db: Db, refund: NewRefund, end: InitialState = { state: 'asked' }) {
  const { paymentId: payment_id, attemptId: attempt_id, reason, actor, now: asked_at } = refund
  const { overCents: over_cents, choiceCents: choice_cents } = refund.parts
  const sums = { amount_cents: refund.amountCents, target_cents: refund.targetCents }
  const amounts = { ...sums, over_cents, choice_cents }
  const { id } = await db
    .insertInto('refund')
    .values({ payment_id, attempt_id, ...amounts, reason, actor, asked_at, ...end })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listRefunds(db: Db, paymentId: number): Promise<Refund[]> {
  return db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

type RefundEnd = { state: 'confirmed' | 'refused'; returnCode: string | null; now: Date }

export async function endRefund(db: Db, id: number, end: RefundEnd): Promise<void> {
  await db
    .updateTable('refund')
    .set({ state: end.state, return_code: end.returnCode, ended_at: end.now, claimed_until_at: null })
    .where('id', '=', id)
    .execute()
}

export async function lowerRefundTarget(db: Db, id: number, cents: number): Promise<void> {
  await db
    .updateTable('refund')
    .set((is) => ({ target_cents: is('target_cents', '-', cents) }))
    .where('id', '=', id)
    .execute()
}

export async function getRefund(db: Db, id: number): Promise<Refund> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** At most one (`refund_one_at_a_time`). */
export async function openRefund(db: Db, paymentId: number): Promise<Refund | undefined> {
  return (await listRefunds(db, paymentId)).find(({ state }) => state === 'asked')
}

/** See `refund/server/unconfirmed/leaveToStaff.ts`. */
export function isUnconfirmed({ state, return_code: code }: Refund): boolean {
  return state === 'asked' && code === unconfirmedCode
}

export function hasNotArrived({ return_code: code }: Refund): boolean {
  return code === unarrivedCode
}

export async function isRefundOpen(db: Db, paymentId: number): Promise<boolean> {
  return (await openRefund(db, paymentId)) !== undefined
}

type Amounts = { readonly amountCents: number; readonly targetCents: number }

export async function updateRefundAmounts(db: Db, refund: Refund, { amountCents, targetCents }: Amounts) {
  const { id, amount_cents: cents, over_cents: overCents, choice_cents: choiceCents } = refund
  const parts = splitAgain(amountCents, { amountCents: cents, overCents, choiceCents })
  const change = { amount_cents: amountCents, target_cents: targetCents }
  const split = { over_cents: parts.overCents, choice_cents: parts.choiceCents }
  await db
    .updateTable('refund')
    .set({ ...change, ...split })
    .where('id', '=', id)
    .execute()
}

/** Requests a refund of the excess. Does nothing while a refund is open: its end calls this function again. */
export async function refundExcess(db: Db, { payment, attempt, now }: AttemptMoment): Promise<void> {
  if (await isRefundOpen(db, payment.id)) return
  const basis = await readRefundBasis(db, payment)
  const amountCents = excessCents(basis)
  if (amountCents === 0) return
  const ids = { paymentId: payment.id, attemptId: attempt.id }
  const sums = { amountCents, targetCents: basis.returnedCents + amountCents }
  await requestRefund(db, { ...ids, ...sums, overCents: 0, reason: 'Pix pago a mais', now })
}

/** Requests a refund of what the stay never owed of the amount; `refundExcess` does not count it. */
export async function refundOver(
  db: Db,
  { payment, attempt, now }: AttemptMoment,
  overCents: number,
): Promise<void> {
  const { returnedCents } = await readRefundBasis(db, payment)
  const ids = { paymentId: payment.id, attemptId: attempt.id }
  const sums = { amountCents: overCents, targetCents: returnedCents + overCents, overCents }
  await requestRefund(db, { ...ids, ...sums, reason: validatedReason, now })
}

type RequestedRefund = Omit<NewRefund, 'parts' | 'actor'> & { overCents: number }

async function requestRefund(db: Db, { overCents, ...refund }: RequestedRefund): Promise<void> {
  const parts = { overCents, choiceCents: 0 }
  const refundId = await insertRefund(db, { ...refund, parts, actor: excessActor })
  await enqueue(db, refundKind, { refundId }, { key: `refund-${refundId}`, now: refund.now })
}
