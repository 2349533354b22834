import type { Db } from '#db/schema.ts'
import { nextDay } from '#kit/calendar.ts'
import { dayMs, isoIn } from '#kit/clock.ts'
import { closingLots } from '#parking/server/closingLots.ts'
import { closingStart } from './starts.ts'
import { lastClosing } from './store.ts'

/** Days before today that are not closed, by lot; a lot that the job has not seen yet is left out. */
export async function closingLag(db: Db, now: Date): Promise<Record<string, number>> {
  const lag = new Map<string, number>()
  for (const { id, timeZone } of await closingLots(db)) {
    const last = await lastClosing(db, id)
    const next = last ? nextDay(last.day) : (await closingStart(db, id))?.day
    if (next === undefined) continue
    const today = isoIn(timeZone, now).slice(0, 10)
    lag.set(String(id), Math.max(0, (Date.parse(today) - Date.parse(next)) / dayMs))
  }
  return Object.fromEntries(lag)
}
