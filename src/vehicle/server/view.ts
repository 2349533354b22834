import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import type { PageRequest } from '#kit/paging.ts'
import type { WireVehicle } from '../contract.ts'
import { type Vehicle, vehiclesOf } from './store.ts'

const zone = 'America/Sao_Paulo'

export function wireVehicle(vehicle: Vehicle): WireVehicle {
  return {
    id: vehicle.id,
    name: vehicle.name,
    license_plate: vehicle.plate,
    created_at: isoIn(zone, vehicle.created_at),
    updated_at: isoIn(zone, vehicle.updated_at),
  }
}

/** By name. */
export async function listVehicles(db: Db, userId: number, request: PageRequest & { q: string }) {
  const { rows, total } = await vehiclesOf(db, userId, request)
  return { rows: rows.map(wireVehicle), total }
}
