import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Spaces } from '../../spaces.ts'
import { lockLot } from '../store.ts'

/** Gates count cars of these two classes; the others need sensors. */
type Movement = { lotId: number; space: 'normal' | 'reserves'; change: 1 | -1; at: Date }

/** Counts a car in (1) or out (-1) at `at`, unless a newer sensor report includes it. Locks the lot. */
export async function recordMovement(tx: Tx, { lotId, space, change, at }: Movement): Promise<void> {
  const lot = await lockLot(tx, lotId)
  if (!lot) return
  await tx.insertInto('car_movement').values({ lot_id: lotId, space, change, at }).execute()
  if (lot.occupancy_at !== null && at < lot.occupancy_at) return
  const cars = Math.max(0, lot[`occupied_${space}`] + change)
  const counted = space === 'normal' ? { occupied_normal: cars } : { occupied_reserves: cars }
  await tx
    .updateTable('lot')
    .set({ ...counted, moved_at: at })
    .where('id', '=', lotId)
    .execute()
}

type OccupancyReport = Omit<Spaces, 'elderly'> & { elderly?: number | undefined; at: Date }

/**
 * Stores the sensors' counts, corrected by movements since `at`. Returns false after a newer report. Throws
 * `not_found`.
 */
export async function recordOccupancyReport(
  tx: Tx,
  lotId: number,
  report: OccupancyReport,
): Promise<boolean> {
  const { at, normal, pregnant, disabilities, elderly, reserves } = report
  const lot = await lockLot(tx, lotId)
  if (!lot) throw fail('not_found')
  if (lot.occupancy_at !== null && at < lot.occupancy_at) return false
  const moved = await sumMovementsSince(tx, lotId, at)
  await tx
    .updateTable('lot')
    .set({
      occupied_normal: Math.max(0, normal + moved.normal),
      occupied_pregnant: pregnant,
      occupied_disabilities: disabilities,
      occupied_elderly: elderly,
      occupied_reserves: Math.max(0, reserves + moved.reserves),
      occupancy_at: at,
    })
    .where('id', '=', lotId)
    .execute()
  return true
}

function sumMovementsSince(tx: Tx, lotId: number, since: Date) {
  return tx
    .selectFrom('car_movement')
    .select([
      sql<number>`coalesce(sum(change) filter (where space = 'normal'), 0)::int`.as('normal'),
      sql<number>`coalesce(sum(change) filter (where space = 'reserves'), 0)::int`.as('reserves'),
    ])
    .where('lot_id', '=', lotId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}
