import { nextDay } from '#kit/calendar.ts'
import { isoIn } from '#kit/clock.ts'
import { invalid } from '#kit/fail.ts'
import { closingLots } from '#parking/server/closingLots.ts'
import type { Lots } from '#session/server/caller.ts'
import { badPeriod } from '#staff/fields.ts'
import { seesLots } from '#staff/server/member.ts'
import { type ClosingTotals, totalsOf } from '../../totals.ts'
import type { ClosingDeps } from '../deps.ts'
import { closingStarts } from '../starts.ts'
import { type ClosingRow, closingsWithin, linesOf } from '../store.ts'

type Span = { unit: 'month' | 'year'; from: string; to: string; lots: Lots }
type Period = { period: string; closings: number; totals: ClosingTotals; missing: string[] }

const longestYears = 6

/** Days `from` to `to`, both included. Throws 422 for a span that is too long. */
export async function sumPeriod(deps: ClosingDeps, { unit, from, to, lots }: Span) {
  if (to < from) throw invalid({ to: [badPeriod] })
  if (Number(to.slice(0, 4)) - Number(from.slice(0, 4)) >= longestYears)
    throw invalid({ to: [`Escolha no máximo ${longestYears} anos.`] })
  const rows = await closingsWithin(deps.db, { lots, from, until: to }).execute()
  const ids = rows.map(({ id }) => id)
  const lines = await linesOf(deps.db, ids)
  const missing = await missingDays(deps, { from, to, lots }, rows)
  const periodOf = (day: string) => day.slice(0, unit === 'month' ? 7 : 4)
  const periods = new Set([...rows.map(({ day }) => periodOf(day)), ...missing.map(periodOf)])
  const sum = (closings: readonly ClosingRow[]) => {
    const fees = closings.flatMap(({ fee_estimate_cents: fee }) => fee ?? [])
    const fee = fees.length === 0 ? null : fees.reduce((all, cents) => all + cents, 0)
    const all = closings.flatMap(({ id }) => lines.get(id) ?? [])
    return totalsOf(all, fee)
  }
  const sumsOf = (period: string): Period => {
    const own = rows.filter(({ day }) => periodOf(day) === period)
    const unclosed = missing.filter((day) => periodOf(day) === period)
    return { period, closings: own.length, totals: sum(own), missing: unclosed }
  }
  return { periods: [...periods].toSorted().map(sumsOf), totals: sum(rows) }
}

async function missingDays(
  { db, clock }: ClosingDeps,
  { from, to, lots }: Omit<Span, 'unit'>,
  closed: readonly { lot_id: number; day: string }[],
): Promise<string[]> {
  const zones = new Map((await closingLots(db)).map(({ id, timeZone }) => [id, timeZone]))
  const known = new Set(closed.map(({ lot_id, day }) => `${lot_id} ${day}`))
  const missing = new Set<string>()
  for (const start of await closingStarts(db)) {
    const zone = zones.get(start.lotId)
    if (zone === undefined || !seesLots({ lots }, [start.lotId])) continue
    const today = isoIn(zone, clock.now()).slice(0, 10)
    for (let day = from > start.day ? from : start.day; day <= to && day < today; day = nextDay(day))
      if (!known.has(`${start.lotId} ${day}`)) missing.add(day)
  }
  return [...missing].toSorted()
}
