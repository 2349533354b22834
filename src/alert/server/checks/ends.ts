import { groupCode } from '#checkout/groupCode.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { warnedDays } from '../../kinds.ts'
import { alertTexts } from '../../texts.ts'
import type { Check } from './check.ts'

export const findDisputesDue: Check = async ({ db, now }) => {
  const steps = warnedDays.dispute_due
  const open = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .select(['dispute.id', 'dispute.deadline_at', 'payment.lot_id', 'payment.ticket_code'])
    .where('dispute.state', '=', 'open')
    .where('dispute.deadline_at', '<=', plus(now, steps[0] * dayMs))
    .execute()
  return open.map(({ id, deadline_at: deadline, lot_id: lotId, ticket_code: code }) => {
    const days = daysUntil(deadline ?? now, now)
    const text = alertTexts.dispute_due(groupCode(code), days)
    return { lotId, ref: `${id} ${stepOf(steps, days)}`, text }
  })
}

export const findCertificates: Check = async ({ certificates, now }) => {
  const steps = warnedDays.certificate
  return certificates.flatMap(({ name, until }) => {
    const days = daysUntil(until, now)
    if (days > steps[0]) return []
    return [{ lotId: null, ref: `${name} ${stepOf(steps, days)}`, text: alertTexts.certificate(name, days) }]
  })
}

/** Rounded up. */
function daysUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / dayMs)
}

/** The step passed last: of 5 and 2 days, 3 days are in the step of 5. */
function stepOf(steps: readonly number[], days: number): number {
  return steps.findLast((step) => days <= step) ?? days
}
