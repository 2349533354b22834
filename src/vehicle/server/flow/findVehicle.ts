import type { Db } from '#db/schema.ts'
import { vehicleById } from '../store.ts'

export type OwnVehicle = { id: number; name: string; plate: string }

/** A person's own vehicle; undefined for none and for somebody else's. */
export async function findVehicle(db: Db, userId: number, id: number): Promise<OwnVehicle | undefined> {
  return vehicleById(db, userId, id)
}
