import { sql } from 'kysely'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { closingProgress } from '#closing/server/closingStarts.ts'
import type { Db } from '#db/schema.ts'
import { nextDay } from '#kit/calendar.ts'
import { dayMs, hourMs, minuteMs, addMs } from '#kit/clock.ts'
import { startOfDay } from '#kit/localInstant.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import { allLots, spacesOf } from '#parking/server/store.ts'
import { sumSpaces } from '#parking/spaces.ts'
import { watchedMinutes } from '#equipment/silence.ts'
import { methods } from '#payment/method/method.ts'
import type { AlertLimits } from '../backoffice.ts'
import { type AlertKind, warningDays } from '../kinds.ts'
import { alertTexts } from '../texts.ts'
import type { Certificate } from './deps.ts'

/** `ref` distinguishes causes of one kind and lot. */
export type Cause = {
  readonly lotId: number | null
  readonly ref: string
  readonly text: string
  /** The lots of a cause of several, which has no `lotId`. */
  readonly lotIds?: readonly number[]
}

type CheckContext = {
  readonly db: Db
  readonly now: Date
  readonly limits: AlertLimits
  readonly certificates: readonly Certificate[]
  readonly isRaised: (lotId: number | null, ref: string) => boolean
}

/** Returns every cause that lasts now. */
type Check = (context: CheckContext) => Promise<readonly Cause[]>

/** Points that a raised alert must fall below its limit. */
const hysteresisPoints = 3

const closingGraceMs = 2 * hourMs
const refusalWindowMs = 15 * minuteMs
const minAttempts = 20

export const alertChecks: Readonly<Record<AlertKind, Check>> = {
  device_silent: async ({ db, now, limits }) => {
    const devices = await db
      .selectFrom('device')
      .selectAll()
      .where('revoked_at', 'is', null)
      .where('called_at', '<=', addMs(now, -minuteMs))
      .execute()
    return devices.flatMap((device) => {
      const minutes = watchedMinutes(device, limits.device_silent_minutes)
      const silent = Math.floor((now.getTime() - (device.called_at ?? now).getTime()) / minuteMs)
      if (minutes === null || silent < minutes) return []
      return [deviceCause(device, alertTexts.device_silent(device.name, silent))]
    })
  },

  /** Until the next accepted instant, or a day (docs/spec.md#r44). */
  device_clock: async ({ db, now }) => {
    const devices = await db
      .selectFrom('device')
      .select(['id', 'name', 'lot_ids', 'clock_refused_day as day'])
      .where('revoked_at', 'is', null)
      .where('clock_refused_at', '>', addMs(now, -dayMs))
      .execute()
    return devices.map((device) =>
      deviceCause(device, alertTexts.device_clock(device.name, device.day ?? '')),
    )
  },

  /**
   * Counts open review cases and payments without an outcome by lot. A payment is as old as its ending or its
   * first unanswered attempt, because each re-query sets `updated_at`.
   */
  case_old: async ({ db, now, limits }) => {
    const { case_old_minutes: minutes } = limits
    const before = addMs(now, -minutes * minuteMs)
    const { rows } = await sql<{ lot_id: number | null; count: number }>`
      select lot_id, count(*)::int as count from payment
      where id in (select id from payment where state in ('unknown', 'review') and coalesce(ending_at,
          (select min(started_at) from attempt where payment_id = payment.id and state in ('in_flight', 'unknown')),
          updated_at) <= ${before}
        union select payment_id from review_case where closed_at is null and opened_at <= ${before})
      group by lot_id`.execute(db)
    const text = (count: number) => alertTexts.case_old(count, minutes)
    return rows.map(({ lot_id: lotId, count }) => ({ lotId, ref: '', text: text(count) }))
  },

  lot_full: async ({ db, limits, isRaised }) =>
    (await allLots(db)).flatMap((lot) => {
      const { total, occupied } = spacesOf(lot)
      const [spaces, taken] = [sumSpaces(total), sumSpaces(occupied)]
      const limit = limits.lot_full_percent - (isRaised(lot.id, '') ? hysteresisPoints : 0)
      const isFull = isRaised(lot.id, '') ? taken * 100 > spaces * limit : taken * 100 >= spaces * limit
      return spaces > 0 && isFull ? [{ lotId: lot.id, ref: '', text: alertTexts.lot_full(lot.name) }] : []
    }),

  /** The share is of the last 15 minutes, over all lots. */
  refusals: async ({ db, now, limits }) => {
    const { tries, refused } = await db
      .selectFrom('attempt')
      .select((eb) => [
        eb.fn.countAll<number>().as('tries'),
        eb.fn.countAll<number>().filterWhere('state', '=', 'refused').as('refused'),
      ])
      .where('started_at', '>', addMs(now, -refusalWindowMs))
      .where('payment_type', '!=', methods.pix.wire)
      .executeTakeFirstOrThrow()
    if (tries < minAttempts || refused * 100 < tries * limits.refusals_percent) return []
    return [{ lotId: null, ref: '', text: alertTexts.refusals(refused, tries) }]
  },

  dead_job: async ({ db }) => {
    const open = db.selectFrom('job').select('kind').distinct().where('done_at', 'is', null)
    const jobs = await open.where('dead_at', 'is not', null).execute()
    return jobs.map(({ kind }) => ({ lotId: null, ref: kind, text: alertTexts.dead_job(kind) }))
  },

  till_open: async ({ db, now, limits }) => {
    const since = addMs(now, -limits.till_open_hours * hourMs)
    const open = db.selectFrom('till').select(['id', 'lot_id', 'number', 'opened_at'])
    const tills = await open.where('closed_at', 'is', null).where('opened_at', '<=', since).execute()
    return tills.map(({ id, lot_id: lotId, number, opened_at: openedAt }) => {
      const hours = Math.floor((now.getTime() - openedAt.getTime()) / hourMs)
      return { lotId, ref: String(id), text: alertTexts.till_open(number, hours) }
    })
  },

  /** The next day of a lot should have been closed two hours ago. */
  closing_late: async ({ db, now }) => {
    const causes: Cause[] = []
    for (const lot of await readClosingLots(db)) {
      const { dayToClose: day } = await closingProgress(db, lot.id)
      if (day === undefined) continue
      const due = addMs(startOfDay(nextDay(day), lot.timeZone), lot.delayMinutes * minuteMs + closingGraceMs)
      if (now >= due) causes.push({ lotId: lot.id, ref: '', text: alertTexts.closing_late(lot.name, day) })
    }
    return causes
  },

  dispute_due: async ({ db, now }) => {
    const steps = warningDays.dispute_due
    const open = await db
      .selectFrom('dispute')
      .innerJoin('payment', 'payment.id', 'dispute.payment_id')
      .select(['dispute.id', 'dispute.deadline_at', 'payment.lot_id', 'payment.ticket_code'])
      .where('dispute.state', '=', 'open')
      .where('dispute.deadline_at', '<=', addMs(now, steps[0] * dayMs))
      .execute()
    return open.map(({ id, deadline_at: deadline, lot_id: lotId, ticket_code: code }) => {
      const days = daysUntil(deadline ?? now, now)
      const text = alertTexts.dispute_due(formatTicketCode(code), days)
      return { lotId, ref: `${id} ${warningStep(steps, days)}`, text }
    })
  },

  certificate: async ({ certificates, now }) => {
    const steps = warningDays.certificate
    return certificates.flatMap(({ name, until }) => {
      const days = daysUntil(until, now)
      const ref = `${name} ${warningStep(steps, days)}`
      return days > steps[0] ? [] : [{ lotId: null, ref, text: alertTexts.certificate(name, days) }]
    })
  },
}

type AlertedDevice = { readonly id: number; readonly lot_ids: readonly number[] }

/** A device is one cause, in its lot where it is of one. */
function deviceCause({ id, lot_ids: lotIds }: AlertedDevice, text: string): Cause {
  const [lotId = null] = lotIds
  return { ref: String(id), text, ...(lotIds.length === 1 ? { lotId } : { lotId: null, lotIds }) }
}

function daysUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / dayMs)
}

/** Returns the last step that was reached: 3 days before the end it is 5, of the steps 5 and 2. */
function warningStep(steps: readonly number[], days: number): number {
  return steps.findLast((step) => days <= step) ?? days
}
