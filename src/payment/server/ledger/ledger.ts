import { jobKind } from '#kit/server/jobs/job.ts'
import type { LedgerEntry } from '../store.ts'
import type { Attempt } from '../attempt/attempts.ts'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { dayMs, addMs, hourMs } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'

const mailJob = { lane: 'mail', keptDays: 30 } as const
const refundMailPayload = { attemptId: z.number(), amountCents: z.number(), ledgerId: z.number() }

export const refundMailKind = jobKind('refund_mail', mailJob, refundMailPayload)
export const failedRefundMailKind = jobKind('failed_refund_mail', mailJob, refundMailPayload)

export const recheckKind = jobKind(
  'recheck_reversal',
  { lane: 'checking', keptDays: 30 },
  { attemptId: z.number() },
)

/** Confirmed centavos of an attempt or a payment, and the instants of the first capture and the last refund. */
export async function readLedgerSums(db: Db, id: number, of: 'attempt_id' | 'payment_id' = 'attempt_id') {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'at'])
    .where(of, '=', id)
    .orderBy('at')
    .execute()
  const sum = (entryKind: string) =>
    rows.reduce((total, { kind, amount_cents }) => total + (kind === entryKind ? amount_cents : 0), 0)
  const takenAt = rows.find(({ kind }) => kind === 'capture')?.at ?? null
  const lastBackAt =
    rows.findLast(({ kind, amount_cents }) => kind === 'refund' && amount_cents > 0)?.at ?? null
  return { takenCents: sum('capture'), refundedCents: sum('refund'), takenAt, lastBackAt }
}

/** Books any refund, mails the payer and schedules a recheck. Answers the entry's number. */
export async function recordRefund(db: Db, entry: LedgerEntry): Promise<string> {
  const { attempt, amountCents, at } = entry
  const attemptId = attempt.id
  const ledgerId = await insertRefundEntry(db, entry)
  const payload = { attemptId, amountCents, ledgerId }
  await enqueue(db, refundMailKind, payload, { key: `refund-mail-${ledgerId}`, now: at })
  await recheckTomorrow(db, { attemptId, key: `look-at-return-${ledgerId}`, now: at })
  return String(ledgerId)
}

/** Reverses a refund in the ledger and mails the payer. Answers the entry's number. */
export async function recordRefundFailure(db: Db, entry: LedgerEntry): Promise<string> {
  const { attempt, amountCents, at } = entry
  const attemptId = attempt.id
  const ledgerId = await insertRefundEntry(db, { ...entry, amountCents: -amountCents })
  const payload = { attemptId, amountCents, ledgerId }
  await enqueue(db, failedRefundMailKind, payload, { key: `denied-mail-${ledgerId}`, now: at })
  return String(ledgerId)
}

async function insertRefundEntry(db: Db, { attempt, amountCents: amount_cents, at }: LedgerEntry) {
  const ids = { payment_id: attempt.payment_id, attempt_id: attempt.id }
  const { id } = await db
    .insertInto('ledger')
    .values({ ...ids, kind: 'refund', amount_cents, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A refund or release may still be rejected. */
export async function recheckTomorrow(db: Db, of: { attemptId: number; key: string; now: Date }) {
  const { attemptId, key, now } = of
  await enqueue(db, recheckKind, { attemptId }, { key, now, runAt: addMs(now, dayMs) })
}

/** An ended refund may still have been made. */
export async function recheckEndedRefund(db: Db, of: { refundId: number; attemptId: number; now: Date }) {
  const { refundId, attemptId, now } = of
  for (const ms of [hourMs, dayMs]) {
    const key = `look-at-ended-${refundId}-${ms}`
    await enqueue(db, recheckKind, { attemptId }, { key, now, runAt: addMs(now, ms) })
  }
}

export const receiptKind = jobKind(
  'receipt',
  { lane: 'mail', keptDays: 0 },
  { paymentId: z.number(), attemptId: z.number() },
)

export async function enqueueReceipt(db: Db, attempt: Pick<Attempt, 'id' | 'payment_id'>, now: Date) {
  const { id, payment_id: paymentId } = attempt
  await enqueue(db, receiptKind, { paymentId, attemptId: id }, { key: `receipt-${id}`, now })
}
