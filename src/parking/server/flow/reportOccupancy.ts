import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Spaces } from '../../spaces.ts'
import { lockLot, movedSince, setOccupied } from '../store.ts'

type OccupancyReport = Omit<Spaces, 'elderly'> & { elderly?: number | undefined; at: Date }

/** Corrected by later movements; false after a newer report. Throws `not_found`. */
export async function reportOccupancy(tx: Tx, lotId: number, report: OccupancyReport): Promise<boolean> {
  const lot = await lockLot(tx, lotId)
  if (!lot) throw fail('not_found')
  if (lot.occupancy_at !== null && report.at < lot.occupancy_at) return false
  const moved = await movedSince(tx, lotId, report.at)
  const normal = Math.max(0, report.normal + moved.normal)
  const reserves = Math.max(0, report.reserves + moved.reserves)
  await setOccupied(tx, lotId, { ...report, normal, reserves }, { occupancyAt: report.at })
  return true
}
