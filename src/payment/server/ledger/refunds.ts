import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Db, RefundTable } from '#db/schema.ts'

export type Refund = Selectable<RefundTable>

export const refundKind = {
  name: 'refund',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ refundId: z.number() }),
} as const

/** The bank rejected the refund after its confirmation. */
export const deniedCode = 'denied'

export const unseenCode = 'unseen'

export const unarrivedCode = 'unarrived'

/** Result unknown; staff decide whether it arrived. */
export const untoldCode = 'untold'

export const excessActor = 'janitor'

type NewRefund = {
  paymentId: number
  attemptId: number
  amountCents: number
  targetCents: number
  reason: string
  actor: string
  now: Date
}

export async function insertRefund(
  db: Db,
  refund: NewRefund,
  end: { state: 'asked' | 'confirmed'; ended_at?: Date } = { state: 'asked' },
): Promise<number> {
  const { id } = await db
    .insertInto('refund')
    .values({
      payment_id: refund.paymentId,
      attempt_id: refund.attemptId,
      amount_cents: refund.amountCents,
      target_cents: refund.targetCents,
      reason: refund.reason,
      actor: refund.actor,
      asked_at: refund.now,
      ...end,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertOutsideRefund(db: Db, found: Omit<NewRefund, 'actor'>): Promise<void> {
  await insertRefund(db, { ...found, actor: 'acquirer' }, { state: 'confirmed', ended_at: found.now })
}

export async function refundsOf(db: Db, paymentId: number): Promise<Refund[]> {
  return db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
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

export async function lowerTarget(db: Db, id: number, cents: number): Promise<void> {
  await db
    .updateTable('refund')
    .set((is) => ({ target_cents: is('target_cents', '-', cents) }))
    .where('id', '=', id)
    .execute()
}

export async function refundById(db: Db, id: number): Promise<Refund> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** At most one (`refund_one_at_a_time`). */
export async function openRefund(db: Db, paymentId: number): Promise<Refund | undefined> {
  return (await refundsOf(db, paymentId)).find(({ state }) => state === 'asked')
}

/** See `refund/server/unconfirmed/leaveToStaff.ts`. */
export function isInDoubt({ state, return_code: code }: Refund): boolean {
  return state === 'asked' && code === untoldCode
}

export function isUnarrived({ return_code: code }: Refund): boolean {
  return code === unarrivedCode
}

export async function isRefundOpen(db: Db, paymentId: number): Promise<boolean> {
  return (await openRefund(db, paymentId)) !== undefined
}

export async function changeRefundTo(
  db: Db,
  { id, amount_cents, target_cents }: Pick<Refund, 'id' | 'amount_cents' | 'target_cents'>,
): Promise<void> {
  await db.updateTable('refund').set({ amount_cents, target_cents }).where('id', '=', id).execute()
}
