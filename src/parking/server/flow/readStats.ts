import type * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import type { lotStats } from '../../contract.ts'

/** Free spaces per lot: total less occupied, never negative (behaviour.md section 3). */
export async function readStats(db: Db): Promise<z.input<typeof lotStats>[]> {
  const lots = await db.selectFrom('lot').selectAll().orderBy('name').execute()
  return lots.map((lot) => {
    const free = (total: number, occupied: number) => Math.min(total, Math.max(0, total - occupied))
    const classes = {
      total_normal: lot.total_normal,
      free_normal: free(lot.total_normal, lot.occupied_normal),
      total_pregnant: lot.total_pregnant,
      free_pregnant: free(lot.total_pregnant, lot.occupied_pregnant),
      total_disabilities: lot.total_disabilities,
      free_disabilities: free(lot.total_disabilities, lot.occupied_disabilities),
      total_reserves: lot.total_reserves,
      free_reserves: free(lot.total_reserves, lot.occupied_reserves),
    }
    const total = lot.total_normal + lot.total_pregnant + lot.total_disabilities + lot.total_reserves
    const freeTotal =
      classes.free_normal + classes.free_pregnant + classes.free_disabilities + classes.free_reserves
    return {
      id: lot.id,
      name: lot.name,
      total,
      free_total: freeTotal,
      ...classes,
      updated_at: lot.occupancy_at === null ? null : isoIn(lot.time_zone, lot.occupancy_at),
    }
  })
}
