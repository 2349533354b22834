import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, requiredText, int4RowId } from '#kit/fields.ts'
import { queryFilter } from '#staff/fields.ts'
import { optionalTimestamps, idParams } from '#staff/formFields.ts'

export const deviceEntry = z.object({
  name: requiredText(60),
  lot_ids: z
    .array(z.int().check(z.positive(), z.lte(2_147_483_647)))
    .check(
      z.minLength(1, 'Escolha ao menos um estacionamento.'),
      z.maxLength(200, 'São estacionamentos demais.'),
    ),
})
export type WireDeviceEntry = z.output<typeof deviceEntry>

export const backOfficeDevice = z.object({
  id: z.number(),
  name: z.string(),
  lots: z.array(z.object({ id: z.number(), name: z.string() })),
  key_at: z.string(),
  revoked_at: z.nullable(z.string()),
  called_at: z.nullable(z.string()),
  ...optionalTimestamps,
})
export type WireBackOfficeDevice = z.output<typeof backOfficeDevice>

const deviceWithKey = z.extend(backOfficeDevice, { key: z.string() })

const base = '/api/staff/devices'

export const listDevices = endpoint('GET', base, 'manager', {
  summary: 'Devices with keys: gates, cashiers, cameras, sensors.',
  query: z.extend(listQuery, {
    lot_id: queryFilter(int4RowId),
    state: queryFilter(z.enum(['active', 'revoked'])),
  }),
  reply: page(backOfficeDevice),
})

export const openDevice = endpoint('GET', `${base}/:id/edit`, 'manager', {
  summary: 'One device.',
  params: idParams,
  reply: edited(backOfficeDevice),
})

export const createDevice = endpoint('POST', base, 'manager', {
  summary: 'Adds a device and shows its key, once.',
  status: 201,
  body: deviceEntry,
  reply: edited(deviceWithKey),
})

export const updateDevice = endpoint('PUT', `${base}/:id`, 'manager', {
  summary: 'Renames a device, or gives it other car parks.',
  params: idParams,
  body: deviceEntry,
  reply: edited(backOfficeDevice),
})

export const changeDeviceKey = endpoint('POST', `${base}/:id/key`, 'manager', {
  summary: 'A new key, shown once; the old one is refused from now on.',
  params: idParams,
  reply: edited(deviceWithKey),
  errors: { device_revoked: 409 },
})

export const revokeDevice = endpoint('DELETE', `${base}/:id`, 'manager', {
  summary: 'Ends the key of a device for good.',
  params: idParams,
  reply: data(z.object({ revoked: z.literal(true) })),
})
