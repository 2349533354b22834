import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, requiredText, int4RowId } from '#kit/fields.ts'
import { queryFilter } from '#staff/fields.ts'
import { exitQuestion } from '#ticket/backoffice.ts'
import { optionalTimestamps, idParams, wholeNumber } from '#staff/formFields.ts'

export const deviceEntry = z.object({
  name: requiredText(60),
  lot_ids: z
    .array(z.int().check(z.positive(), z.lte(2_147_483_647)))
    .check(
      z.minLength(1, 'Escolha ao menos um estacionamento.'),
      z.maxLength(200, 'São estacionamentos demais.'),
    ),
  /** Minutes of silence after which staff are told: null as set for all, 0 never. Without it they stay. */
  silent_minutes: z.optional(z.nullable(wholeNumber(0, 1440))),
})
export type WireDeviceEntry = z.output<typeof deviceEntry>

export const backOfficeDevice = z.object({
  id: z.number(),
  name: z.string(),
  lots: z.array(z.object({ id: z.number(), name: z.string() })),
  key_at: z.string(),
  revoked_at: z.nullable(z.string()),
  called_at: z.nullable(z.string()),
  heartbeat_at: z.nullable(z.string()),
  events_at: z.nullable(z.string()),
  silent_minutes: z.nullable(z.number()),
  /** The minutes in force; null: nobody is told of its silence. */
  watched_minutes: z.nullable(z.number()),
  ...optionalTimestamps,
})
export type WireBackOfficeDevice = z.output<typeof backOfficeDevice>

/** `refusals`: its last questions at the exit that named no ticket. */
const openedDevice = z.extend(backOfficeDevice, { refusals: z.array(exitQuestion) })
export type WireOpenedDevice = z.output<typeof openedDevice>

const deviceWithKey = z.extend(backOfficeDevice, { key: z.string() })

const base = '/api/staff/devices'

export const listDevices = endpoint('GET', base, 'manager', {
  levelText: ['Equipamentos', 'Ver a lista'],
  summary: 'Devices with keys: gates, cashiers, cameras, sensors.',
  query: z.extend(listQuery, {
    lot_id: queryFilter(int4RowId),
    state: queryFilter(z.enum(['active', 'revoked'])),
  }),
  reply: page(backOfficeDevice),
})

export const openDevice = endpoint('GET', `${base}/:id/edit`, 'manager', {
  levelText: ['Equipamentos', 'Abrir um equipamento'],
  summary: 'One device.',
  params: idParams,
  reply: edited(openedDevice),
})

export const createDevice = endpoint('POST', base, 'manager', {
  levelText: ['Equipamentos', 'Cadastrar'],
  summary: 'Adds a device and shows its key, once.',
  status: 201,
  body: deviceEntry,
  reply: edited(deviceWithKey),
})

export const updateDevice = endpoint('PUT', `${base}/:id`, 'manager', {
  levelText: ['Equipamentos', 'Alterar'],
  summary: 'Renames a device, or gives it other car parks.',
  params: idParams,
  body: deviceEntry,
  reply: edited(backOfficeDevice),
})

export const changeDeviceKey = endpoint('POST', `${base}/:id/key`, 'manager', {
  levelText: ['Equipamentos', 'Trocar a chave'],
  summary: 'A new key, shown once; the old one is refused from now on.',
  params: idParams,
  reply: edited(deviceWithKey),
  errors: { device_revoked: 409 },
})

export const revokeDevice = endpoint('DELETE', `${base}/:id`, 'manager', {
  levelText: ['Equipamentos', 'Revogar a chave'],
  summary: 'Ends the key of a device for good.',
  params: idParams,
  reply: data(z.object({ revoked: z.literal(true) })),
})
