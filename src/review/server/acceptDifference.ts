import { recordCaptured } from '#payment/server/settle/recordCaptured.ts'
import type { Tx } from '#db/schema.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { moneyOf } from '#payment/server/ledger/ledger.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'
import type { Payment } from '#payment/server/store.ts'
import { reverse } from '#payment/server/settle/bookCapture.ts'

type Settlement = { payment: Payment; attempt: Attempt; current: true; actor: string; now: Date }

/**
 * Staff accept another amount than was requested: the stay is paid with it, or it is refunded when the stay does not
 * owe it any more. In the caller's transaction.
 */
export async function acceptTaken(
  tx: Tx,
  deps: Pick<PaymentDeps, 'subject'>,
  context: Settlement,
  reason: string,
): Promise<void> {
  const { payment, attempt, now } = context
  const { takenCents, backCents } = await moneyOf(tx, attempt.id)
  const keptCents = takenCents - backCents
  // It was all refunded meanwhile.
  if (keptCents <= 0) return reverse(tx, context)
  const booked = await deps.subject.onPaid(tx, { ...payment, amount_cents: keptCents }, now, now)
  if (!booked) return reverse(tx, context)
  const change = {
    amount_cents: keptCents,
    breakdown: JSON.stringify([{ text: 'Valor cobrado pela adquirente', amountCents: keptCents }]),
    paid_at: now,
    exit_deadline_at: booked.exitDeadlineAt,
  }
  await recordCaptured(tx, context, change, { amount_cents: keptCents, reason })
}
