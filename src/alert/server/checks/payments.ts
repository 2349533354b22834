import { sql } from 'kysely'
import { minuteMs, plus, dayMs } from '#kit/clock.ts'
import { methods } from '#payment/method/method.ts'
import { alertTexts } from '../../texts.ts'
import type { Check } from './check.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { warningDays } from '../../kinds.ts'

/**
 * Open review cases and payments without an outcome, by lot. A payment is as old as its ending or its first
 * unanswered attempt: each re-query sets `updated_at`.
 */
export const findOldCases: Check = async ({ db, now, limits }) => {
  const { case_old_minutes: minutes } = limits
  const before = plus(now, -minutes * minuteMs)
  const { rows } = await sql<{ lot_id: number | null; count: number }>`
    select lot_id, count(*)::int as count from payment
    where id in (select id from payment where state in ('unknown', 'review') and coalesce(ending_at,
        (select min(started_at) from attempt where payment_id = payment.id and state in ('in_flight', 'unknown')),
        updated_at) <= ${before}
      union select payment_id from review_case where closed_at is null and opened_at <= ${before})
    group by lot_id`.execute(db)
  return rows.map(({ lot_id: lotId, count }) => ({
    lotId,
    ref: '',
    text: alertTexts.case_old(count, minutes),
  }))
}

const refusalWindowMs = 15 * minuteMs
const minAttempts = 20

/** Refused share of the last 15 minutes, over all lots. */
export const findManyRefusals: Check = async ({ db, now, limits }) => {
  const { tries, refused } = await db
    .selectFrom('attempt')
    .select((eb) => [
      eb.fn.countAll<number>().as('tries'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'refused').as('refused'),
    ])
    .where('started_at', '>', plus(now, -refusalWindowMs))
    .where('payment_type', '!=', methods.pix.wire)
    .executeTakeFirstOrThrow()
  if (tries < minAttempts || refused * 100 < tries * limits.refusals_percent) return []
  return [{ lotId: null, ref: '', text: alertTexts.refusals(refused, tries) }]
}

export const findDeadJobs: Check = async ({ db }) => {
  const jobs = await db
    .selectFrom('job')
    .select('kind')
    .distinct()
    .where('dead_at', 'is not', null)
    .where('done_at', 'is', null)
    .execute()
  return jobs.map(({ kind }) => ({ lotId: null, ref: kind, text: alertTexts.dead_job(kind) }))
}

export const findDueDisputes: Check = async ({ db, now }) => {
  const steps = warningDays.dispute_due
  const open = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .select(['dispute.id', 'dispute.deadline_at', 'payment.lot_id', 'payment.ticket_code'])
    .where('dispute.state', '=', 'open')
    .where('dispute.deadline_at', '<=', plus(now, steps[0] * dayMs))
    .execute()
  return open.map(({ id, deadline_at: deadline, lot_id: lotId, ticket_code: code }) => {
    const days = daysUntil(deadline ?? now, now)
    const text = alertTexts.dispute_due(formatTicketCode(code), days)
    return { lotId, ref: `${id} ${warningStep(steps, days)}`, text }
  })
}

export const findExpiringCertificates: Check = async ({ certificates, now }) => {
  const steps = warningDays.certificate
  return certificates.flatMap(({ name, until }) => {
    const days = daysUntil(until, now)
    if (days > steps[0]) return []
    return [
      { lotId: null, ref: `${name} ${warningStep(steps, days)}`, text: alertTexts.certificate(name, days) },
    ]
  })
}

/** Rounded up. */
function daysUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / dayMs)
}

/** The step passed last: of 5 and 2 days, 3 days are in the step of 5. */
function warningStep(steps: readonly number[], days: number): number {
  return steps.findLast((step) => days <= step) ?? days
}
