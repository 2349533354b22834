import { invalidPlateText, normalisePlate } from './plate.ts'
import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, requiredText, rowId } from '#kit/fields.ts'

/** `license_plate` has no hyphen: ABC1234 or ABC1D23. */
export const vehicle = z.object({
  id: z.number(),
  name: z.string(),
  license_plate: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WireVehicle = z.output<typeof vehicle>

/** Hyphen, blanks and case of the plate are ignored. */
export const vehicleEntry = z.object({
  name: requiredText(60),
  license_plate: z.pipe(
    requiredText(12).check(z.refine((text) => normalisePlate(text) !== null, invalidPlateText)),
    z.transform((text) => normalisePlate(text) ?? text),
  ),
})

export const listVehicles = endpoint('GET', '/api/gl_person_vehicle', 'customer', {
  summary: 'The own vehicles, by name or plate, paged.',
  query: listQuery,
  reply: page(vehicle),
})

export const addVehicle = endpoint('POST', '/api/gl_person_vehicle', 'customer', {
  summary: 'Adds a vehicle, 10 at most; an existing plate answers the existing vehicle.',
  body: vehicleEntry,
  reply: data(vehicle),
})

export const removeVehicle = endpoint('DELETE', '/api/gl_person_vehicle/:id', 'customer', {
  summary: 'Removes an own vehicle that has no active reservation.',
  params: z.object({ id: rowId }),
  reply: data(z.object({ deleted: z.boolean() })),
  errors: { vehicle_reserved: 409 },
})
