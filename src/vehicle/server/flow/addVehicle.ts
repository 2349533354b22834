import type { Db } from '#db/schema.ts'
import { lockUser } from '#account/server/store.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireVehicle } from '../../contract.ts'
import { mostVehicles } from '../../plate.ts'
import { countVehicles, insertVehicle, vehicleByPlate } from '../store.ts'
import { wireVehicle } from '../view.ts'

/** A known plate is renamed. Null at the limit. */
export async function addVehicle(
  deps: { db: Db; clock: Clock },
  userId: number,
  { name, plate }: { name: string; plate: string },
): Promise<WireVehicle | null> {
  return transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const known = await vehicleByPlate(tx, userId, plate)
    if (known) return wireVehicle(known)
    if ((await countVehicles(tx, userId)) >= mostVehicles) return null
    return wireVehicle(await insertVehicle(tx, { userId, name, plate, now: deps.clock.now() }))
  })
}
