import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'

const mail = {
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ attemptId: z.number(), amountCents: z.number(), ledgerId: z.number() }),
} as const

/** Job `refund/server/sendRefundMail.ts`. */
export const refundMailKind = { ...mail, name: 'refund_mail' } as const

/** Mail: a confirmed refund failed. */
export const failedRefundMailKind = { ...mail, name: 'denied_mail' } as const

/** Job `notification/recheck.ts`. */
export const recheckKind = {
  name: 'look_at_return',
  lane: 'checking',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/** Confirmed centavos of an attempt, and the instant of the last refund. */
export async function moneyOf(
  db: Db,
  attemptId: number,
): Promise<{ takenCents: number; backCents: number; lastBackAt: Date | null }> {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'at'])
    .where('attempt_id', '=', attemptId)
    .execute()
  const sum = (wanted: string) =>
    rows.reduce((total, { kind, amount_cents }) => total + (kind === wanted ? amount_cents : 0), 0)
  const back = rows.filter(({ kind, amount_cents }) => kind === 'refund' && amount_cents > 0)
  const lastBackAt = back.map(({ at }) => at).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return { takenCents: sum('capture'), backCents: sum('refund'), lastBackAt }
}

/** Books any refund, mails the payer and schedules a recheck. Answers the entry's number. */
export async function bookRefund(
  db: Db,
  entry: { paymentId: number; attemptId: number; amountCents: number; at: Date },
): Promise<string> {
  const { paymentId, attemptId, amountCents, at } = entry
  const { id } = await db
    .insertInto('ledger')
    .values({ payment_id: paymentId, attempt_id: attemptId, kind: 'refund', amount_cents: amountCents, at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(
    db,
    refundMailKind,
    { attemptId, amountCents, ledgerId: id },
    { key: `refund-mail-${id}`, now: at },
  )
  await recheckTomorrow(db, { attemptId, key: `look-at-return-${id}`, now: at })
  return String(id)
}

/** A refund or release may still be rejected. */
export async function recheckTomorrow(
  db: Db,
  { attemptId, key, now }: { attemptId: number; key: string; now: Date },
): Promise<void> {
  await enqueue(db, recheckKind, { attemptId }, { key, now, runAt: plus(now, dayMs) })
}
