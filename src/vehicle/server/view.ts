import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { wireTimestamps } from '#staff/server/lists.ts'
import type { WireVehicle } from '../contract.ts'
import { type Vehicle, findVehicles } from './store.ts'

export function wireVehicle(vehicle: Vehicle): WireVehicle {
  const { id, name, plate } = vehicle
  return { id, name, license_plate: plate, ...wireTimestamps(vehicle) }
}

export async function listVehicles(db: Db, userId: number, request: PageRequest & { q: string }) {
  const { rows, total } = await findVehicles(db, userId, request)
  return { rows: rows.map(wireVehicle), total }
}
