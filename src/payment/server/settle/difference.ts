import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { moneyOf } from '../refunds.ts'
import { type Attempt, lastAttempt, lockPayment, type Payment } from '../store.ts'
import { giveBackAtOnce } from './bookCapture.ts'
import { type Decided, recordDecision } from './decision.ts'
import { endOthers } from './endOthers.ts'
import { receiptJob } from '../jobs/sendReceipt.ts'

type Scene = { payment: Payment; attempt: Attempt; current: true; actor: string; now: Date }

/**
 * The acquirer took another amount than was asked, and staff let it stand: the stay is paid with what the ledger
 * keeps, or the money goes back when the stay does not owe it (any more).
 */
export async function acceptTaken(deps: PaymentDeps, by: Decided): Promise<void> {
  await inReview(deps, by, async (db, scene) => {
    const { payment, attempt, now } = scene
    const { takenCents, backCents } = await moneyOf(db, attempt.id)
    const keptCents = takenCents - backCents
    // It has all gone back by now: there is nothing to let stand.
    if (keptCents <= 0) return giveBackAtOnce(db, scene)
    const booked = await deps.subject.onPaid(db, { ...payment, amount_cents: keptCents }, now, now)
    if (!booked) return giveBackAtOnce(db, scene)
    await changeState(db, payment, 'captured', {
      actor: by.actor,
      now,
      change: {
        deadline_at: null,
        reason: null,
        amount_cents: keptCents,
        breakdown: JSON.stringify([{ text: 'Valor cobrado pela adquirente', amountCents: keptCents }]),
        paid_at: now,
        exit_deadline_at: booked.exitDeadlineAt,
      },
      note: { amount_cents: keptCents, reason: by.reason },
    })
    const receipt = { paymentId: payment.id, attemptId: attempt.id }
    await enqueue(db, receiptJob, receipt, { key: `receipt-${attempt.id}`, now })
    await endOthers(db, { ticketId: payment.ticket_id, paymentId: payment.id, now })
  })
}

/** The acquirer took another amount than was asked, and staff send it back. */
export async function giveTakenBack(deps: PaymentDeps, by: Decided): Promise<void> {
  await inReview(deps, by, giveBackAtOnce)
}

async function inReview(
  deps: PaymentDeps,
  by: Decided,
  work: (db: Db, scene: Scene) => Promise<void>,
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, by.paymentId)
    const attempt = await lastAttempt(db, by.paymentId)
    // Somebody decided meanwhile: what did not happen stands in no history.
    if (payment.state !== 'review' || attempt?.state !== 'captured') throw fail('nothing_to_decide')
    await recordDecision(db, payment, { ...by, now })
    await work(db, { payment, attempt, current: true, actor: by.actor, now })
  })
  deps.kick()
}
