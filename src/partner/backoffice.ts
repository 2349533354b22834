import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
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
import { dayOrInstant, listFilters, money, periodQuery, queryFilter, reason } from '#staff/fields.ts'
import { idParams, optionalTimestamps, wholeCents, wholeNumber } from '#staff/formFields.ts'
import { backOfficeTicket } from '#ticket/backoffice.ts'
import { benefitKindNames } from './benefit.ts'
import { validationErrors } from './contract.ts'
import { partnerStateNames, validationStateNames } from './states.ts'

const lots = z.array(z.object({ id: z.number(), name: z.string() }))

/** `value` is minutes, reais or per cent by `kind`, null for `all`; `max` is in reais. */
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

const valueText = 'Informe um valor.'
const maxText = 'O máximo vai de R$ 0,01 a R$ 1.000,00.'

const maxCents = z.nullish(
  z.number({ error: valueText }).check(z.gte(0.01, maxText), z.lte(1000, maxText), wholeCents),
)

/** Without `id` a new one. */
const benefitEntry = z
  .object({
    id: z.nullish(int4RowId),
    name: requiredText(30),
    kind: z.enum(benefitKindNames, { error: 'Escolha o tipo do benefício.' }),
    value: z.nullish(z.number({ error: valueText })),
    max: maxCents,
    active: z.boolean(),
  })
  .check(
    z.superRefine((entry, context) => {
      const wrong = findBenefitMistake(entry)
      if (wrong) context.addIssue({ code: 'custom', path: [wrong.field], message: wrong.text })
    }),
  )

/** What is wrong with the values of a benefit as they are sent, or null. */
export function findBenefitMistake(entry: {
  kind: (typeof benefitKindNames)[number]
  value?: number | null | undefined
  max?: number | null | undefined
}): { field: 'value' | 'max'; text: string } | null {
  const { kind, value, max } = entry
  if (kind === 'all') return null
  if (value === null || value === undefined) return { field: 'value', text: valueText }
  if (kind === 'amount') {
    const isFine = value >= 0.01 && value <= 1000 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
    return isFine ? null : { field: 'value', text: 'O valor vai de R$ 0,01 a R$ 1.000,00.' }
  }
  if (kind === 'minutes') {
    const isFine = Number.isInteger(value) && value >= 1 && value <= 4320
    return isFine ? null : { field: 'value', text: 'O tempo vai de 1 a 4320 minutos.' }
  }
  if (!Number.isInteger(value) || value < 1 || value > 100)
    return { field: 'value', text: 'O desconto vai de 1 % a 100 %.' }
  return value === 100 && (max === null || max === undefined)
    ? { field: 'max', text: 'Com 100 % informe também o máximo.' }
    : null
}

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

const validationRow = z.object({
  id: z.number(),
  at: z.string(),
  time_zone: z.string(),
  lot: z.string(),
  /** The ticket's code. */
  ticket: z.string(),
  partner: z.string(),
  benefit: z.string(),
  state: z.enum(validationStateNames),
  granted: z.nullable(money),
  owed: z.nullable(money),
  fixed_at: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
  who: z.string(),
  reason: z.nullable(z.string()),
})
export type WireValidationRow = z.output<typeof validationRow>

const area = 'Convênios'
const base = '/api/staff/partners'

export const listPartners = endpoint('GET', base, 'supervisor', {
  levelText: [area, 'Ver os parceiros'],
  summary: 'Partners by name or CNPJ.',
  query: z.extend(listQuery, { lot_id: listFilters.lot_id, state: queryFilter(z.enum(partnerStateNames)) }),
  reply: page(partnerRow),
})

export const openPartner = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: [area, 'Abrir um parceiro'],
  summary: 'A partner with its benefits, people and this month’s sums.',
  params: idParams,
  reply: edited(partner),
})

export const createPartner = endpoint('POST', base, 'manager', {
  levelText: [area, 'Cadastrar um parceiro'],
  summary: 'Adds a partner with its benefits.',
  status: 201,
  body: entry,
  reply: edited(partner),
})

export const updatePartner = endpoint('PUT', `${base}/:id`, 'manager', {
  levelText: [area, 'Alterar um parceiro'],
  summary: 'Changes a partner and its benefits; validations that were given stay as they are.',
  params: idParams,
  body: entry,
  reply: edited(partner),
})

export const deletePartner = endpoint('DELETE', `${base}/:id`, 'manager', {
  levelText: [area, 'Excluir um parceiro sem convênios'],
  summary: 'Deletes a partner that never validated a ticket.',
  params: idParams,
  reply: data(z.object({ deleted: z.literal(true) })),
  errors: { partner_used: 409 },
})

export const addPartnerPerson = endpoint('POST', `${base}/:id/people`, 'manager', {
  levelText: [area, 'Dar acesso a uma pessoa da loja'],
  summary: 'Ties the account of an e-mail to the partner, or mails an invitation; said twice, one mail more.',
  status: 201,
  params: idParams,
  body: z.object({ email }),
  reply: edited(partner),
})

export const removePartnerPerson = endpoint('DELETE', `${base}/:id/people/:user`, 'manager', {
  levelText: [area, 'Retirar o acesso de uma pessoa da loja'],
  summary: 'Ends a person’s access to the partner, from the next call.',
  params: z.object({ id: int4RowId, user: int4RowId }),
  reply: edited(partner),
})

export const removePartnerInvitation = endpoint('DELETE', `${base}/:id/invitations/:invitation`, 'manager', {
  levelText: [area, 'Retirar um convite'],
  summary: 'Ends an invitation; its link is void.',
  params: z.object({ id: int4RowId, invitation: int4RowId }),
  reply: edited(partner),
})

export const createPartnerCodes = endpoint('POST', `${base}/:id/codes`, 'manager', {
  levelText: [area, 'Imprimir códigos'],
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

/** Files: `GET /api/staff/exports/partner_statement.{csv|xlsx}?partner_id&month`. */
export const readPartnerStatement = endpoint('GET', `${base}/:id/statement`, 'supervisor', {
  levelText: [area, 'Ver o extrato de um parceiro'],
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

export const listValidations = endpoint('GET', '/api/staff/validations', 'supervisor', {
  levelText: [area, 'Ver os convênios concedidos'],
  summary: 'Validations by ticket or partner, the newest first.',
  query: z.extend(periodQuery, {
    state: queryFilter(z.enum(validationStateNames)),
    partner_id: queryFilter(int4RowId),
  }),
  reply: page(validationRow),
})

const ticketParams = z.object({ id: ticketCode })

/** What the desk may give to a ticket. */
const benefitChoice = z.object({ id: z.number(), name: z.string(), partner: z.string() })
export type WireBenefitChoice = z.output<typeof benefitChoice>

export const listTicketBenefits = endpoint('GET', '/api/staff/tickets/:id/benefits', 'supervisor', {
  levelText: [area, 'Ver os benefícios para um ticket'],
  summary: 'Active benefits of the partners of a ticket’s lot.',
  params: ticketParams,
  reply: data(z.array(benefitChoice)),
})

export const validateAtDesk = endpoint('POST', '/api/staff/tickets/:id/validate', 'supervisor', {
  levelText: [area, 'Validar um ticket no balcão'],
  summary: 'Gives a benefit to a ticket, with a reason; said twice, the same validation.',
  params: ticketParams,
  body: z.object({ benefit_id: int4RowId, reason }),
  reply: edited(backOfficeTicket),
  errors: validationErrors,
})

export const undoValidation = endpoint('DELETE', '/api/staff/validations/:id', 'supervisor', {
  levelText: [area, 'Desfazer um convênio'],
  summary: 'Undoes a standing validation, with a reason.',
  params: idParams,
  body: z.object({ reason }),
  reply: edited(backOfficeTicket),
  errors: { validation_fixed: 409 },
})
