import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery } from '#kit/fields.ts'
import { idParams, wholeNumber } from '#staff/formFields.ts'
import { tariffEntry } from './tariffEntry.ts'

export const tariffRow = z.object({
  version: z.number(),
  name: z.string(),
  kind: z.enum(['blocks', 'flat_day', 'overnight']),
  created_at: z.string(),
  current: z.boolean(),
})

export const backOfficeTariff = z.object({
  lot_id: z.number(),
  version: z.number(),
  created_at: z.string(),
  entry: tariffEntry,
})
export type BackOfficeTariff = z.output<typeof backOfficeTariff>

const base = '/api/staff/lots/:id/tariffs'

export const listTariffs = endpoint('GET', base, 'supervisor', {
  summary: 'The versions of a car park’s tariff, the newest first.',
  params: idParams,
  query: listQuery,
  reply: page(tariffRow),
})

export const openTariff = endpoint('GET', `${base}/:version/edit`, 'supervisor', {
  summary: 'One version of a tariff.',
  params: z.extend(idParams, {
    version: z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647)),
  }),
  reply: edited(backOfficeTariff),
})

export const createTariff = endpoint('POST', base, 'manager', {
  summary: 'Creates the next version of a tariff, for cars that enter from now on.',
  status: 201,
  params: idParams,
  body: z.object({ entry: tariffEntry, seen_version: wholeNumber(0, 1_000_000) }),
  reply: edited(backOfficeTariff),
  errors: { tariff_changed: 409 },
})
