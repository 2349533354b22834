import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { deleteVehicle, vehicleById } from '../store.ts'

/** Whether a vehicle has an active reservation; wired in, because vehicle must not import reservation. */
export type IsReserved = (db: Db, vehicleId: number, now: Date) => Promise<boolean>

/** Deletes an own vehicle. Throws `not_found`, `vehicle_reserved`. */
export async function removeVehicle(
  db: Db,
  isReserved: IsReserved,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<void> {
  if ((await vehicleById(db, userId, id)) && (await isReserved(db, id, now))) throw fail('vehicle_reserved')
  if (!(await deleteVehicle(db, userId, id))) throw fail('not_found')
}
