import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { deleteVehicle } from '../store.ts'

/** Removes a person's own vehicle. Throws `not_found`, also the second time, and for somebody else's. */
export async function removeVehicle(db: Db, userId: number, id: number): Promise<void> {
  if (!(await deleteVehicle(db, userId, id))) throw fail('not_found')
}
