import * as z from 'zod/mini'
import { isDay } from '#kit/calendar.ts'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery } from '#kit/fields.ts'
import { isoInstant } from '#kit/text/isoInstant.ts'
import { idParams, wholeNumber } from '#staff/formFields.ts'
import { tariffEntry } from './tariffEntry.ts'

const tariffStates = ['in_force', 'scheduled', 'ended', 'withdrawn'] as const
export type TariffState = (typeof tariffStates)[number]

/** Instants in the version's zone. */
export const tariffRow = z.object({
  version: z.number(),
  name: z.string(),
  kind: z.enum(['blocks', 'flat_day', 'overnight', 'calendar']),
  created_at: z.string(),
  starts_at: z.string(),
  state: z.enum(tariffStates),
  current: z.boolean(),
})

export const backOfficeTariff = z.object({
  lot_id: z.number(),
  version: z.number(),
  created_at: z.string(),
  starts_at: z.string(),
  state: z.enum(tariffStates),
  entry: tariffEntry,
  /** The highest number of the lot, to be sent as `seen_version`. */
  latest_version: z.number(),
  /** The version that begins next after this one. */
  next: z.nullable(z.object({ version: z.number(), starts_at: z.string() })),
})
export type BackOfficeTariff = z.output<typeof backOfficeTariff>

const base = '/api/staff/lots/:id/tariffs'
const version = z.int().check(z.positive(), z.lte(2_147_483_647))
const versionParams = z.extend(idParams, {
  version: z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647)),
})
const startText = 'Informe um início no futuro.'
/** What is no instant has its own error. */
const isOfKnownYear = (text: string) => !/^\d{4}-\d{2}-\d{2}/.test(text) || isDay(text.slice(0, 10))

export const listTariffs = endpoint('GET', base, 'supervisor', {
  levelText: ['Estacionamentos e tarifas', 'Ver as versões da tarifa'],
  summary: 'The versions of a car park’s tariff, the newest first.',
  params: idParams,
  query: listQuery,
  reply: page(tariffRow),
})

export const openTariff = endpoint('GET', `${base}/:version/edit`, 'supervisor', {
  levelText: ['Estacionamentos e tarifas', 'Abrir uma tarifa'],
  summary: 'One version of a tariff.',
  params: versionParams,
  reply: edited(backOfficeTariff),
})

export const createTariff = endpoint('POST', base, 'manager', {
  levelText: ['Estacionamentos e tarifas', 'Alterar a tarifa'],
  summary:
    'Creates the next version of a tariff, for cars that enter from now on, or from `starts_at`; `replaces` is withdrawn.',
  status: 201,
  params: idParams,
  body: z.object({
    entry: tariffEntry,
    seen_version: wholeNumber(0, 1_000_000),
    starts_at: z.nullish(isoInstant(startText).check(z.refine(isOfKnownYear, startText))),
    replaces: z.nullish(version),
  }),
  reply: edited(backOfficeTariff),
  errors: { tariff_changed: 409, tariff_scheduled: 409, tariff_begun: 409 },
})

export const withdrawTariff = endpoint('DELETE', `${base}/:version`, 'manager', {
  levelText: ['Estacionamentos e tarifas', 'Retirar uma tarifa que não começou'],
  summary: 'Withdraws a version that has not begun.',
  params: versionParams,
  reply: edited(backOfficeTariff),
  errors: { tariff_begun: 409 },
})
