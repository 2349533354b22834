import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import type { WireVehicle } from '../../contract.ts'
import { vehiclesOf } from '../store.ts'
import { wireVehicle } from '../view.ts'

/** By name. */
export async function listVehicles(
  db: Db,
  userId: number,
  request: PageRequest & { q: string },
): Promise<{ rows: WireVehicle[]; total: number }> {
  const { rows, total } = await vehiclesOf(db, userId, request)
  return { rows: rows.map(wireVehicle), total }
}
