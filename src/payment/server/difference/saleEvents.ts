import { jobKind } from '#kit/server/jobs/job.ts'
import type { Approval, ChangeAmounts } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { type EventKind, disputeEvents } from '../../caseKinds.ts'
import { openCase, openCases, openEventCase } from '../ledger/cases.ts'
import type { Attempt } from '../attempt/attempts.ts'
import * as z from 'zod/mini'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { hourMs } from '#kit/clock.ts'

export type SaleMoment = { attempt: Attempt; now: Date }

type NewSaleEvent = {
  readonly kind: EventKind
  readonly number: string
  readonly amountCents: number
  readonly text?: string | null
  /** The open case counts this amount already. */
  readonly isSameMoney?: boolean
  readonly amounts?: ChangeAmounts
}

const webhookPrefix = 'told '

export function webhookNumber(receivedAt: Date): string {
  return webhookPrefix + receivedAt.toISOString()
}

const isFromWebhook = (number: string) => number.startsWith(webhookPrefix)

/** Null where the acquirer gave none: such events are stored under their date. */
export function readAcquirerEventNumber({ kind, number }: { kind: string; number: string }): string | null {
  const isDated = kind === 'fraud_alert' || /^\d{4}-\d{2}-\d{2}/.test(number)
  return number === '' || isDated || isFromWebhook(number) ? null : number
}

export async function recordSaleEvent(db: Db, { attempt, now }: SaleMoment, event: NewSaleEvent) {
  const { kind, number, amountCents, text = null, isSameMoney, amounts } = event
  const { id: attemptId, payment_id: paymentId } = attempt
  if (await isRenumbered(db, attempt, event)) return
  const inserted = await db
    .insertInto('sale_event')
    .values({
      payment_id: paymentId,
      attempt_id: attemptId,
      kind,
      number,
      amount_cents: amountCents,
      text,
      at: now,
      asked_cents: amounts?.askedCents ?? null,
      acknowledged_cents: amounts?.acknowledgedCents ?? null,
      shown_cents: amounts?.shownCents ?? null,
    })
    .onConflict((conflict) => conflict.columns(['attempt_id', 'kind', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  const { id: saleEventId } = inserted
  if (disputeEvents.includes(kind))
    await enqueue(db, disputeKind, { saleEventId }, { key: `dispute-${saleEventId}`, now })
  if (isSameMoney) await openCase(db, { paymentId, kind, amountCents }, now)
  else await openEventCase(db, { paymentId, kind, amountCents }, now, !isFromWebhook(number))
}

/** Gives an event its own number, if stored only from a webhook with an open case. */
async function isRenumbered(db: Db, attempt: Attempt, event: NewSaleEvent): Promise<boolean> {
  const { id: attemptId, payment_id: paymentId } = attempt
  const { kind, number } = event
  if (isFromWebhook(number)) return false
  const ofAttempt = db.selectFrom('sale_event').where('attempt_id', '=', attemptId).where('kind', '=', kind)
  const own = ofAttempt.select('id').where('number', '=', number)
  const found = openCases(db).select('id').where('payment_id', '=', paymentId).where('kind', '=', kind)
  const fromWebhook = ofAttempt
    .select('id')
    .where('number', 'like', `${webhookPrefix}%`)
    .where(({ exists }) => exists(found))
    .orderBy('id')
    .limit(1)
  const renumbered = await db
    .updateTable('sale_event')
    .set({ number })
    .where('id', 'in', fromWebhook)
    .where(({ exists, not }) => not(exists(own)))
    .executeTakeFirst()
  return renumbered.numUpdatedRows > 0n
}

export async function recordSaleEvents(db: Db, of: SaleMoment, { events = [] }: Approval): Promise<void> {
  for (const { amountCents, ...event } of events)
    await recordSaleEvent(db, of, { ...event, amountCents: amountCents || of.attempt.amount_cents })
}

/** Whether an event is stored since an instant, except from webhooks only. */
export async function hasSaleEvent(db: Db, attemptId: number, kind: EventKind, since: Date) {
  const events = db.selectFrom('sale_event').select('id').where('attempt_id', '=', attemptId)
  const shown = events.where('kind', '=', kind).where('number', 'not like', `${webhookPrefix}%`)
  return (await shown.where('at', '>=', since).limit(1).executeTakeFirst()) !== undefined
}

export const disputeKind = jobKind('dispute', { lane: 'mail', keptDays: 30 }, { saleEventId: z.number() })

/** Cielo repeats a webhook three times, half an hour apart. */
export const webhookRepeatMs = 2 * hourMs

export async function hasWebhookEvent(db: Db, attemptId: number, kind: EventKind, receivedAt: Date) {
  const events = db.selectFrom('sale_event').select('number').where('attempt_id', '=', attemptId)
  const reported = events.where('kind', '=', kind).where('number', 'like', `${webhookPrefix}%`)
  return (await reported.execute()).some(({ number }) => {
    const reportedAt = Date.parse(number.slice(webhookPrefix.length))
    return Math.abs(reportedAt - receivedAt.getTime()) <= webhookRepeatMs
  })
}

export async function saleEventsOf(db: Db, paymentId: number) {
  return db.selectFrom('sale_event').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}
