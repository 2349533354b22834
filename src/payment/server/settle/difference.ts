import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { moneyOf } from '../refunds.ts'
import { type Attempt, lastAttempt, lockPayment, type Payment } from '../store.ts'
import { giveBackAtOnce } from './bookCapture.ts'

type By = { paymentId: number; reason: string; actor: string }
type Scene = { payment: Payment; attempt: Attempt; current: true; actor: string; now: Date }

/**
 * The acquirer took another amount than was asked, and staff let it stand: the stay is paid with what the ledger
 * has, or the money goes back when the stay does not owe it (any more).
 */
export async function acceptTaken(deps: PaymentDeps, by: By): Promise<void> {
  await inReview(deps, by, async (db, scene) => {
    const { payment, attempt, now } = scene
    const { takenCents } = await moneyOf(db, attempt.id)
    const booked = await deps.subject.onPaid(db, { ...payment, amount_cents: takenCents }, now, now)
    if (!booked) return giveBackAtOnce(db, scene)
    await changeState(db, payment, 'captured', {
      actor: by.actor,
      now,
      change: {
        deadline_at: null,
        reason: null,
        amount_cents: takenCents,
        breakdown: JSON.stringify([{ text: 'Valor cobrado pela adquirente', amountCents: takenCents }]),
        paid_at: now,
        exit_deadline_at: booked.exitDeadlineAt,
      },
      note: { amount_cents: takenCents, reason: by.reason },
    })
    const payload = { paymentId: payment.id, attemptId: attempt.id }
    await enqueue(db, { kind: 'receipt', key: `receipt-${attempt.id}`, payload, runAt: now })
  })
}

/** The acquirer took another amount than was asked, and staff send it back. */
export async function giveTakenBack(deps: PaymentDeps, by: By): Promise<void> {
  await inReview(deps, by, giveBackAtOnce)
}

async function inReview(
  deps: PaymentDeps,
  { paymentId, actor }: By,
  work: (db: Db, scene: Scene) => Promise<void>,
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, paymentId)
    const attempt = await lastAttempt(db, paymentId)
    if (payment.state !== 'review' || attempt?.state !== 'captured') return
    await work(db, { payment, attempt, current: true, actor, now })
  })
  deps.kick()
}
