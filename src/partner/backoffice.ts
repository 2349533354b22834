import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import {
  cnpj,
  email,
  fieldTexts,
  int4RowId,
  listQuery,
  optionalEmail,
  requiredText,
  text,
} from '#kit/fields.ts'
import { exportFormats, exportTypes } from '#staff/contract.ts'
import { dayOrInstant, listFilters, money, queryFilter } from '#staff/fields.ts'
import { idParams, optionalTimestamps, wholeCents, wholeNumber } from '#staff/formFields.ts'
import { benefitKindNames } from './benefit.ts'
import { benefitEntry, valueText } from './benefitEntry.ts'
import { partnerStateNames } from './states.ts'

const lots = z.array(z.object({ id: z.number(), name: z.string() }))

/** As `benefitEntry`. */
const benefit = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(benefitKindNames),
  value: z.nullable(z.number()),
  max: z.nullable(z.number()),
  active: z.boolean(),
})
export type WireBenefit = z.output<typeof benefit>

const monthSums = z.object({ count: z.number(), value: money })

const row = {
  id: z.number(),
  name: z.string(),
  cnpj: z.string(),
  lots,
  active: z.boolean(),
}
const partnerRow = z.object(row)
export type WirePartnerRow = z.output<typeof partnerRow>

const partner = z.object({
  ...row,
  email: z.string(),
  lot_ids: z.array(z.number()),
  /** Limits of a month; null is none. `month_value` in reais. */
  month_count: z.nullable(z.number()),
  month_value: z.nullable(z.number()),
  /** Per cent of what is granted that the shop pays. */
  share: z.number(),
  benefits: z.array(benefit),
  people: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  /** E-mails without an account yet. */
  invitations: z.array(z.object({ id: z.number(), email: z.string(), sent_at: z.string() })),
  /** Standing and fixed validations of this month. */
  month: monthSums,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  ...optionalTimestamps,
})
export type WirePartner = z.output<typeof partner>

const entry = z.object({
  name: requiredText(60),
  cnpj,
  email: optionalEmail,
  lot_ids: z
    .array(int4RowId)
    .check(
      z.minLength(1, 'Escolha ao menos um estacionamento.'),
      z.maxLength(200, 'São estacionamentos demais.'),
    ),
  active: z.optional(z.boolean()),
  month_count: z.nullish(wholeNumber(1, 1_000_000)),
  month_value: z.nullish(
    z
      .number({ error: valueText })
      .check(z.gte(0.01, valueText), z.lte(1_000_000, 'O valor é alto demais.'), wholeCents),
  ),
  /** Absent: 100 of a new one, unchanged of another. */
  share: z.optional(wholeNumber(0, 100)),
  /** Absent: unchanged. One that is left out stays and becomes inactive. */
  benefits: z.optional(z.array(benefitEntry).check(z.maxLength(20, 'No máximo 20 benefícios.'))),
})
export type WirePartnerEntry = z.input<typeof entry>
export type PartnerEntry = z.output<typeof entry>

/** In `levelAreas`. */
export const partnerArea = 'Convênios'
const base = '/api/staff/partners'

export const listPartners = endpoint('GET', base, 'supervisor', {
  levelText: [partnerArea, 'Ver os parceiros'],
  summary: 'Partners by name or CNPJ.',
  query: z.extend(listQuery, { lot_id: listFilters.lot_id, state: queryFilter(z.enum(partnerStateNames)) }),
  reply: page(partnerRow),
})

export const openPartner = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: [partnerArea, 'Abrir um parceiro'],
  summary: 'A partner with its benefits, people and this month’s sums.',
  params: idParams,
  reply: edited(partner),
})

export const createPartner = endpoint('POST', base, 'manager', {
  levelText: [partnerArea, 'Cadastrar um parceiro'],
  summary: 'Adds a partner with its benefits.',
  status: 201,
  body: entry,
  reply: edited(partner),
})

export const updatePartner = endpoint('PUT', `${base}/:id`, 'manager', {
  levelText: [partnerArea, 'Alterar um parceiro'],
  summary: 'Changes a partner and its benefits; validations that were given stay as they are.',
  params: idParams,
  body: entry,
  reply: edited(partner),
})

export const deletePartner = endpoint('DELETE', `${base}/:id`, 'manager', {
  levelText: [partnerArea, 'Excluir um parceiro sem convênios'],
  summary: 'Deletes a partner that never validated a ticket.',
  params: idParams,
  reply: data(z.object({ deleted: z.literal(true) })),
  errors: { partner_used: 409 },
})

export const addPartnerPerson = endpoint('POST', `${base}/:id/people`, 'manager', {
  levelText: [partnerArea, 'Dar acesso a uma pessoa da loja'],
  summary: 'Ties the account of an e-mail to the partner, or mails an invitation; said twice, one mail more.',
  status: 201,
  params: idParams,
  body: z.object({ email }),
  reply: edited(partner),
})

export const removePartnerPerson = endpoint('DELETE', `${base}/:id/people/:user`, 'manager', {
  levelText: [partnerArea, 'Retirar o acesso de uma pessoa da loja'],
  summary: 'Ends a person’s access to the partner, from the next call.',
  params: z.object({ id: int4RowId, user: int4RowId }),
  reply: edited(partner),
})

export const removePartnerInvitation = endpoint('DELETE', `${base}/:id/invitations/:invitation`, 'manager', {
  levelText: [partnerArea, 'Retirar um convite'],
  summary: 'Ends an invitation; its link is void.',
  params: z.object({ id: int4RowId, invitation: int4RowId }),
  reply: edited(partner),
})

export const createPartnerCodes = endpoint('POST', `${base}/:id/codes`, 'manager', {
  levelText: [partnerArea, 'Imprimir códigos'],
  summary: 'Codes for one ticket each, shown once, to be printed.',
  status: 201,
  params: idParams,
  body: z.object({
    benefit_id: int4RowId,
    count: wholeNumber(1, 500),
    /** The last day, of the operator's time zone, or an instant. */
    valid_until: dayOrInstant,
  }),
  reply: data(
    z.object({
      partner: z.string(),
      benefit: z.string(),
      valid_until: z.string(),
      time_zone: z.string(),
      /** `qr` is an SVG of the address that the driver opens. */
      codes: z.array(z.object({ code: z.string(), qr: z.string() })),
    }),
  ),
})

/** YYYY-MM */
const month = text(fieldTexts.required).check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.'),
)

const statementSums = { count: z.number(), granted: money, owed: money }

export const readPartnerStatement = endpoint('GET', `${base}/:id/statement`, 'supervisor', {
  levelText: [partnerArea, 'Ver o extrato de um parceiro'],
  summary: 'What a partner’s validations fixed in a month granted, and what it owes, by benefit.',
  params: idParams,
  query: z.object({ month }),
  reply: data(
    z.object({
      month: z.string(),
      partner: z.object({ id: z.number(), name: z.string(), cnpj: z.string() }),
      operator: z.object({ name: z.string(), cnpj: z.string() }),
      /** `share`: the per cent that the shop pays of it. */
      lines: z.array(z.object({ benefit: z.string(), share: z.number(), ...statementSums })),
      total: z.object(statementSums),
    }),
  ),
})

export const exportPartnerStatement = endpoint('GET', `${base}/:id/statement.:format`, 'supervisor', {
  levelText: [partnerArea, 'Exportar o extrato de um parceiro'],
  summary: 'The lines of a statement as a CSV or Excel file.',
  params: z.extend(idParams, { format: z.enum(exportFormats) }),
  query: z.object({ month }),
  media: Object.values(exportTypes),
  reply: z.unknown(),
})
