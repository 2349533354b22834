import type { Db } from '#db/schema.ts'
import { hourMs } from '#kit/clock.ts'
import type { EventKind } from '../../caseKinds.ts'
import { webhookPrefix } from './saleEvents.ts'

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

export async function eventsOf(db: Db, paymentId: number) {
  return db.selectFrom('sale_event').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}
