import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { type OperatorTimeZone, wireTimestamps } from '#staff/server/lists.ts'
import type { WireVehicle } from '../contract.ts'
import { type Vehicle, findVehicles } from './store.ts'

export function wireVehicle(vehicle: Vehicle, timeZone: string): WireVehicle {
  const { id, name, plate } = vehicle
  return { id, name, license_plate: plate, ...wireTimestamps(vehicle, timeZone) }
}

export async function listVehicles(
  { db, operatorTimeZone }: { db: Db; operatorTimeZone: OperatorTimeZone },
  userId: number,
  request: PageRequest & { q: string },
) {
  const { rows, total } = await findVehicles(db, userId, request)
  const timeZone = await operatorTimeZone()
  return { rows: rows.map((vehicle) => wireVehicle(vehicle, timeZone)), total }
}
