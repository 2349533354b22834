import { isoIn } from '#kit/clock.ts'
import type { WireVehicle } from '../contract.ts'
import type { Vehicle } from './store.ts'

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
