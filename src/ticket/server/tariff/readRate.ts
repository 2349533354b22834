import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { rateLines } from '../../tariffEntry.ts'
import { listScheduled, readTariffInForce, startOf } from './store.ts'

type RateLine = { label: string; value: string }

/** No lines for a lot without a tariff. */
export async function readRateLines(db: Db, lotId: number, at: Date): Promise<RateLine[]> {
  const tariff = await readTariffInForce(db, lotId, at)
  return tariff === null ? [] : rateLines(tariff.rules)
}

type NextRate = { starts_at: string; lines: RateLine[] }

/** Of the scheduled version that begins first. */
export async function readNextRate(db: Db, lotId: number, at: Date): Promise<NextRate | null> {
  const [next] = await listScheduled(db, lotId, at)
  if (next === undefined) return null
  return { starts_at: isoIn(next.time_zone, startOf(next)), lines: rateLines(next.rules) }
}
