import type { Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { isPaid } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import { bookRefund, insertFound, moneyOf, refundsOf } from '../refunds.ts'
import { type Attempt, type Payment } from '../store.ts'
import { outcomeTexts } from '../view.ts'

type Scene = { payment: Payment; attempt: Attempt; actor: string; now: Date }

/** What the desk reads of money that went back without anybody here having asked for it. */
const foundText = 'Devolvido no site da adquirente'

/**
 * Writes down so many centavos that the acquirer shows as given back and nobody here asked for, in the caller's
 * transaction; the payment's state follows with `standAsKept`.
 */
export async function bookFound(
  db: Db,
  { payment, attempt, now }: Scene,
  amountCents: number,
): Promise<void> {
  const of = { paymentId: payment.id, attemptId: attempt.id, amountCents }
  await bookRefund(db, { ...of, at: now })
  const { backCents } = await moneyOf(db, attempt.id)
  await insertFound(db, { ...of, targetCents: backCents, reason: foundText, now })
}

/** The payment is what the ledger keeps of it: captured, partly refunded, or refunded. */
export async function standAsKept(
  db: Db,
  { payment, attempt, actor, now }: Scene,
  note: object,
): Promise<void> {
  const { takenCents, backCents } = await moneyOf(db, attempt.id)
  const whole = backCents >= takenCents
  const partly = takenCents - backCents < payment.amount_cents
  await changeState(db, payment, whole ? 'refunded' : partly ? 'partly_refunded' : 'captured', {
    actor,
    now,
    change: { deadline_at: null, reason: whole ? outcomeTexts.refunded : null },
    note,
  })
}

/**
 * The acquirer shows more given back of a paid payment than we know of: somebody did so on its own site. Less is a
 * query that lags; while a refund of ours is under way, its job says what came of it.
 */
export async function bookReturn(db: Db, scene: Scene, sale: Approval): Promise<void> {
  const { payment, attempt } = scene
  if (!isPaid(payment.state)) return
  if ((await refundsOf(db, payment.id)).some(({ state }) => state === 'asked')) return
  const { backCents } = await moneyOf(db, attempt.id)
  const amountCents = sale.voidedCents - backCents
  if (amountCents <= 0) return
  await bookFound(db, scene, amountCents)
  await standAsKept(db, scene, { amount_cents: amountCents, reason: foundText })
}
