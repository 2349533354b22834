import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Spaces } from '../../spaces.ts'
import { lockLot, movedSince, setOccupied } from '../store.ts'

/** What sensors counted at `at`; without `elderly` that count stays. */
export type OccupancyReport = Omit<Spaces, 'elderly'> & { elderly?: number | undefined; at: Date }

/**
 * Takes over what the sensors counted, corrected by the cars that moved after it. Answers false, and changes
 * nothing, when a newer report is known. In the caller's transaction. Throws `not_found`.
 */
export async function reportOccupancy(db: Tx, lotId: number, report: OccupancyReport): Promise<boolean> {
  const lot = await lockLot(db, lotId)
  if (!lot) throw fail('not_found')
  if (lot.occupancy_at !== null && report.at < lot.occupancy_at) return false
  const moved = await movedSince(db, lotId, report.at)
  const { pregnant, disabilities, elderly } = report
  const normal = Math.max(0, report.normal + moved.normal)
  const reserves = Math.max(0, report.reserves + moved.reserves)
  const counts = { normal, reserves, pregnant, disabilities, ...(elderly === undefined ? {} : { elderly }) }
  await setOccupied(db, lotId, counts, { occupancyAt: report.at })
  return true
}
