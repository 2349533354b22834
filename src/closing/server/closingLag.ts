import type { Db } from '#db/schema.ts'
import { dayMs, isoIn } from '#kit/clock.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import { closingProgress } from './closingStarts.ts'

/** Counts unclosed days before today by lot, without lots that the job has not seen. */
export async function countUnclosedDays(db: Db, now: Date): Promise<Record<string, number>> {
  const lag = new Map<string, number>()
  for (const { id, timeZone } of await readClosingLots(db)) {
    const { dayToClose } = await closingProgress(db, id)
    if (dayToClose === undefined) continue
    const today = isoIn(timeZone, now).slice(0, 10)
    lag.set(String(id), Math.max(0, (Date.parse(today) - Date.parse(dayToClose)) / dayMs))
  }
  return Object.fromEntries(lag)
}
