import type { Db } from '#db/schema.ts'
import { type Refund, unarrivedCode, untoldCode, refundsOf } from './refunds.ts'

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
