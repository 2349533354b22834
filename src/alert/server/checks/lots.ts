import { closingProgress } from '#closing/server/closingStarts.ts'
import { nextDay } from '#kit/calendar.ts'
import { hourMs, minuteMs, plus, startOfDay } from '#kit/clock.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import { allLots, spacesOf } from '#parking/server/store.ts'
import { sumSpaces } from '#parking/spaces.ts'
import { alertTexts } from '../../texts.ts'
import type { Cause, Check } from './check.ts'

/** A silent device is one cause in each of its lots. */
export const findSilentDevices: Check = async ({ db, now, limits }) => {
  const { device_silent_minutes: minutes } = limits
  if (minutes === 0) return []
  const devices = await db
    .selectFrom('device')
    .select(['id', 'name', 'lot_ids', 'called_at'])
    .where('revoked_at', 'is', null)
    .where('called_at', '<=', plus(now, -minutes * minuteMs))
    .execute()
  return devices.flatMap(({ id, name, lot_ids: lotIds, called_at: calledAt }) => {
    const silent = Math.floor((now.getTime() - (calledAt ?? now).getTime()) / minuteMs)
    const text = alertTexts.device_silent(name, silent)
    return lotIds.map((lotId): Cause => ({ lotId, ref: String(id), text }))
  })
}

/** Points that a raised alert must fall below its limit. */
const hysteresisPoints = 3

export const findFullLots: Check = async ({ db, limits, isRaised }) =>
  (await allLots(db)).flatMap((lot) => {
    const { total, occupied } = spacesOf(lot)
    const [spaces, taken] = [sumSpaces(total), sumSpaces(occupied)]
    const limit = limits.lot_full_percent - (isRaised(lot.id, '') ? hysteresisPoints : 0)
    const isFull = isRaised(lot.id, '') ? taken * 100 > spaces * limit : taken * 100 >= spaces * limit
    return spaces > 0 && isFull ? [{ lotId: lot.id, ref: '', text: alertTexts.lot_full(lot.name) }] : []
  })

const closingGraceMs = 2 * hourMs

/** Lots whose next day should have been closed two hours ago. */
export const findLateClosings: Check = async ({ db, now }) => {
  const causes: Cause[] = []
  for (const lot of await readClosingLots(db)) {
    const { dayToClose: day } = await closingProgress(db, lot.id)
    if (day === undefined) continue
    const due = plus(startOfDay(nextDay(day), lot.timeZone), lot.delayMinutes * minuteMs + closingGraceMs)
    if (now >= due) causes.push({ lotId: lot.id, ref: '', text: alertTexts.closing_late(lot.name, day) })
  }
  return causes
}
