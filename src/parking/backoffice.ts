import * as z from 'zod/mini'
import { city } from '#account/contract.ts'
import { cityChoice } from '#account/me/contract.ts'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { email, fieldTexts, listQuery, requiredText, text } from '#kit/fields.ts'
import { listFilters } from '#staff/fields.ts'
import { optionalTimestamps, idParams, wholeNumber } from '#staff/formFields.ts'
import { perSpaceClass, toTotalFields } from './spaces.ts'

/** Minutes after the lot's midnight (docs/back-office.md#fechamentos). */
export const closingSettings = z.object({
  delayMinutes: wholeNumber(0, 360),
  emails: z.array(email).check(z.maxLength(10, 'No máximo 10 e-mails.')),
})

/** docs/back-office.md#caixa; a difference above `differenceCents` needs a reason. */
export const tillSettings = z.object({ blind: z.boolean(), differenceCents: wholeNumber(0, 100_000) })

/** Of a lot made without one: the column's default. */
export const defaultReserveHint = 'As vagas reservadas ficam no 2º andar, com sensores de cor branca.'

/** One of `timeZoneTexts`. */
export const timeZone = z.enum(
  ['America/Sao_Paulo', 'America/Manaus', 'America/Cuiaba', 'America/Rio_Branco', 'America/Noronha'],
  { error: fieldTexts.required },
)

export const lotEntry = z.object({
  name: requiredText(60),
  time_zone: timeZone,
  ...toTotalFields(perSpaceClass(() => wholeNumber(0, 100_000))),
  /** Null for none, absent for unchanged. */
  city: z.nullish(cityChoice),
  /** Where reserved spaces are: '' for nothing, absent for unchanged. */
  reserve_hint: z.optional(text().check(z.trim(), z.maxLength(300, fieldTexts.tooLong))),
  closing: z.optional(closingSettings),
  till: z.optional(tillSettings),
})
export type WireLotEntry = z.output<typeof lotEntry>

const spaceCounts = { total: z.number(), occupied: z.number() }

const lotSummary = {
  id: z.number(),
  name: z.string(),
  ...spaceCounts,
  tariff: z.nullable(z.object({ version: z.number(), name: z.string() })),
}

/** `free` as drivers are shown it: without sold spaces, and without reserved ones where none is sold. */
export const backOfficeLotRow = z.object({ ...lotSummary, free: z.number() })

export const backOfficeLot = z.object({
  ...lotSummary,
  time_zone: z.string(),
  ...toTotalFields(perSpaceClass(() => z.number())),
  city: z.nullable(city),
  reserve_hint: z.string(),
  closing: closingSettings,
  till: tillSettings,
  /** Sold reserved spaces, of cars inside or awaited. */
  reserved: z.number(),
  ...optionalTimestamps,
  can: z.object({ edit: z.boolean() }),
})
export type WireBackOfficeLot = z.output<typeof backOfficeLot>

const base = '/api/staff/lots'

export const listBackOfficeLots = endpoint('GET', base, 'supervisor', {
  levelText: ['Estacionamentos e tarifas', 'Ver a lista'],
  summary: 'Car parks by name, with their spaces and their tariff.',
  query: z.extend(listQuery, { lot_id: listFilters.lot_id }),
  reply: page(backOfficeLotRow),
})

export const openBackOfficeLot = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Estacionamentos e tarifas', 'Abrir um estacionamento'],
  summary: 'A car park with its capacities.',
  params: idParams,
  reply: edited(backOfficeLot),
})

export const createBackOfficeLot = endpoint('POST', base, 'manager', {
  allLots: true,
  levelText: ['Estacionamentos e tarifas', 'Cadastrar um estacionamento'],
  summary: 'Adds a car park; cars can enter once it has a tariff.',
  status: 201,
  body: lotEntry,
  reply: edited(backOfficeLot),
})

export const updateBackOfficeLot = endpoint('PUT', `${base}/:id`, 'manager', {
  levelText: ['Estacionamentos e tarifas', 'Alterar um estacionamento'],
  summary: 'Changes name, city, time zone and capacities; warns of capacities below what is taken.',
  params: idParams,
  body: lotEntry,
  reply: edited(backOfficeLot),
})
