import type { Db } from '#db/schema.ts'
import { lockUser } from '#account/server/store.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireVehicle } from '../../contract.ts'
import { mostVehicles } from '../../plate.ts'
import { countVehicles, insertVehicle, vehicleByPlate } from '../store.ts'
import { wireVehicle } from '../view.ts'

/**
 * Adds a vehicle to a person's own; the same plate again answers the one that is there, under its name. Null
 * when they have as many as one may have.
 */
export async function addVehicle(
  deps: { db: Db; clock: Clock },
  userId: number,
  { name, plate }: { name: string; plate: string },
): Promise<WireVehicle | null> {
  return transaction(deps.db, async (db) => {
    await lockUser(db, userId)
    const known = await vehicleByPlate(db, userId, plate)
    if (known) return wireVehicle(known)
    if ((await countVehicles(db, userId)) >= mostVehicles) return null
    return wireVehicle(await insertVehicle(db, { userId, name, plate, now: deps.clock.now() }))
  })
}
