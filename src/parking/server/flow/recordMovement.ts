import type { Tx } from '#db/schema.ts'
import { insertMovement, lockLot, type MovingSpace, setOccupied } from '../store.ts'

/** Counts a car in (1) or out (-1) at `at`, unless a newer sensor report includes it. Locks the lot. */
export async function recordMovement(
  tx: Tx,
  moved: { lotId: number; space: MovingSpace; change: 1 | -1; at: Date },
): Promise<void> {
  const lot = await lockLot(tx, moved.lotId)
  if (!lot) return
  await insertMovement(tx, moved)
  if (lot.occupancy_at !== null && moved.at < lot.occupancy_at) return
  const occupied = moved.space === 'normal' ? lot.occupied_normal : lot.occupied_reserves
  const cars = Math.max(0, occupied + moved.change)
  const counts = moved.space === 'normal' ? { normal: cars } : { reserves: cars }
  await setOccupied(tx, lot.id, counts, { movedAt: moved.at })
}
