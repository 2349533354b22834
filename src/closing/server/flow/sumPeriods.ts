import { nextDay } from '#kit/calendar.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { readClosingLots } from '#parking/server/closingLots.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { invalidPeriodText } from '#staff/fields.ts'
import { canSeeLots } from '#staff/server/member.ts'
import { type ClosingTotals, sumTotals } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { closingStarts } from '../closingStarts.ts'
import { type ClosingWithLines, narrowClosings, withLines } from '../store.ts'

type PeriodFilter = { unit: 'month' | 'year'; from: string; to: string; lots: VisibleLots }
type PeriodTotals = { period: string; closings: number; totals: ClosingTotals; missingDays: string[] }

const maxYears = 6

/** Days `from` to `to`, both included. Throws 422 for a span that is too long. */
export async function sumPeriods(deps: ClosingDeps, { unit, from, to, lots }: PeriodFilter) {
  if (to < from) throw invalid({ to: [invalidPeriodText] })
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= maxYears)
    throw invalid({ to: [`Escolha no máximo ${maxYears} anos.`] })
  const closed = await narrowClosings(deps.db, { lots, fromDay: from, untilDay: to }).execute()
  const rows = await withLines(deps.db, closed)
  const missing = await findMissingDays(deps, { from, to, lots }, rows)
  const periodOf = (day: string) => day.slice(0, unit === 'month' ? 7 : 4)
  const periods = new Set([...rows.map(({ day }) => periodOf(day)), ...missing.map(periodOf)])
  const sum = (closings: readonly ClosingWithLines[]) => {
    const fees = closings.flatMap(({ fee_estimate_cents: fee }) => fee ?? [])
    const fee = fees.length === 0 ? null : fees.reduce((all, cents) => all + cents, 0)
    const all = closings.flatMap(({ lines }) => lines)
    return sumTotals(all, fee)
  }
  const sumsOf = (period: string): PeriodTotals => {
    const own = rows.filter(({ day }) => periodOf(day) === period)
    const unclosed = missing.filter((day) => periodOf(day) === period)
    return { period, closings: own.length, totals: sum(own), missingDays: unclosed }
  }
  return { periods: [...periods].toSorted().map(sumsOf), totals: sum(rows) }
}

async function findMissingDays(
  { db, clock }: ClosingDeps,
  { from, to, lots }: Omit<PeriodFilter, 'unit'>,
  closed: readonly { lot_id: number; day: string }[],
): Promise<string[]> {
  const zones = new Map((await readClosingLots(db)).map(({ id, timeZone }) => [id, timeZone]))
  const known = new Set(closed.map(({ lot_id, day }) => `${lot_id} ${day}`))
  const missing = new Set<string>()
  for (const start of await closingStarts(db)) {
    const zone = zones.get(start.lotId)
    if (zone === undefined || !canSeeLots({ lots }, [start.lotId])) continue
    const today = isoIn(zone, clock.now()).slice(0, 10)
    for (let day = from > start.day ? from : start.day; day <= to && day < today; day = nextDay(day))
      if (!known.has(`${start.lotId} ${day}`)) missing.add(day)
  }
  return [...missing].toSorted()
}
