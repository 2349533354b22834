import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { failedRefundMailKind } from '../ledger/ledger.ts'

/** Reverses a refund in the ledger and mails the payer. Answers the entry's number. */
export async function reopenFailedRefund(
  db: Db,
  of: { payment: { id: number }; attempt: { id: number }; amountCents: number; now: Date },
): Promise<string> {
  const { payment, attempt, amountCents, now } = of
  const entry = { payment_id: payment.id, attempt_id: attempt.id, kind: 'refund', at: now } as const
  const { id } = await db
    .insertInto('ledger')
    .values({ ...entry, amount_cents: -amountCents })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { attemptId: attempt.id, amountCents, ledgerId: id }
  await enqueue(db, failedRefundMailKind, told, { key: `denied-mail-${id}`, now })
  return String(id)
}

export async function lowerTarget(db: Db, id: number, cents: number): Promise<void> {
  await db
    .updateTable('refund')
    .set((is) => ({ target_cents: is('target_cents', '-', cents) }))
    .where('id', '=', id)
    .execute()
}
