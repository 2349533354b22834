import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Db, RefundTable } from '#db/schema.ts'

export type Refund = Selectable<RefundTable>

/** The job that `refund/server/sendRefund.ts` does: settling a Pix writes it, and staff. */
export const refundKind = {
  name: 'refund',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ refundId: z.number() }),
} as const

/** The code of a refund that its bank took back after it was made: the money is here again. */
export const deniedCode = 'denied'

/** The code of a refund that was not made because the acquirer does not show an earlier one. */
export const unseenCode = 'unseen'

/** The code of a refund of which staff say that it never arrived: nothing went back. */
export const unarrivedCode = 'unarrived'

/** The code of a refund while staff are to say whether it arrived: it was asked for, and the acquirer tells nothing of it. */
export const untoldCode = 'untold'

/** Who asks for what a Pix brought above its amount to go back: nobody at a desk. */
export const surplusActor = 'janitor'

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
