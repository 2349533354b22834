import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { email, listQuery, phone, requiredText, int4RowId, taxId } from '#kit/fields.ts'
import { queryFilter, listFilters } from '#staff/fields.ts'
import { optionalTimestamps, idParams } from '#staff/formFields.ts'

const levelRequired = { error: 'Escolha um nível.' }
export const userLevel = z.literal([1, 2, 10, 100], levelRequired)
const staffLevel = z.literal([1, 2, 10], levelRequired)

export const newStaff = z.object({ name: requiredText(120), email, tax_id: taxId, phone, level: staffLevel })

/** Without them a new person gets all lots, and known staff keep theirs. */
const lotChoice = {
  all_lots: z.optional(z.boolean()),
  lot_ids: z.optional(z.array(int4RowId).check(z.maxLength(200, 'São estacionamentos demais.'))),
}

type LotChoice = { all_lots?: boolean | undefined; lot_ids?: number[] | undefined }

/** Null is all lots, undefined no change. */
export function readLotChoice({ all_lots: all, lot_ids: ids }: LotChoice): number[] | null | undefined {
  if (all === true) return null
  if (all === undefined && ids === undefined) return undefined
  return [...new Set(ids)].sort((a, b) => a - b)
}

export const lotRequiredText = 'Escolha ao menos um estacionamento.'

export const lotIdsChoice = z.nullable(z.array(z.number()).check(z.minLength(1, lotRequiredText)))

/** The body of a choice of lots; null is all lots. */
export function toLotChoice(lots: readonly number[] | null): LotChoice {
  return lots === null ? { all_lots: true } : { all_lots: false, lot_ids: [...lots] }
}

const requireOneLot = z.refine<LotChoice>((entry) => readLotChoice(entry)?.length !== 0, {
  error: lotRequiredText,
  path: ['lot_ids'],
})

export const userRow = z.object({ id: z.number(), name: z.string(), email: z.string(), level: userLevel })

export const backOfficeUser = z.object({
  ...userRow.shape,
  phone: z.string(),
  tax_id: z.string(),
  second_factor: z.boolean(),
  logins: z.number(),
  all_lots: z.boolean(),
  lot_ids: z.array(z.number()),
  ...optionalTimestamps,
  can: z.object({ edit: z.boolean(), level: z.boolean() }),
})
export type BackOfficeUser = z.output<typeof backOfficeUser>

const base = '/api/staff/users'

export const listUsers = endpoint('GET', base, 'manager', {
  levelText: ['Pessoas', 'Procurar'],
  summary: 'People by name, e-mail or CPF; staff first.',
  query: z.extend(listQuery, {
    lot_id: listFilters.lot_id,
    level: queryFilter(z.pipe(z.coerce.number(), userLevel)),
  }),
  reply: page(userRow),
})

export const openUser = endpoint('GET', `${base}/:id/edit`, 'manager', {
  levelText: ['Pessoas', 'Abrir uma pessoa'],
  summary: 'One person: level, second factor, logins.',
  params: idParams,
  reply: edited(backOfficeUser),
})

export const createStaff = endpoint('POST', base, 'admin', {
  levelText: ['Pessoas', 'Convidar alguém da equipe'],
  summary: 'Creates an account of staff and mails an invitation to set the password.',
  status: 201,
  body: z.extend(newStaff, lotChoice).check(requireOneLot),
  reply: edited(backOfficeUser),
  errors: { duplicate_account: 409 },
})

export const changeUserLevel = endpoint('PUT', `${base}/:id`, 'admin', {
  levelText: ['Pessoas', 'Alterar nível e estacionamentos'],
  summary: 'Changes the level and the lots of a person, but not one’s own.',
  params: idParams,
  body: z.object({ level: userLevel, ...lotChoice }).check(requireOneLot),
  reply: edited(backOfficeUser),
  errors: { own_level: 409 },
})

const userAction = { params: idParams, reply: edited(backOfficeUser) }

export const inviteUser = endpoint('POST', `${base}/:id/invite`, 'admin', {
  ...userAction,
  levelText: ['Pessoas', 'Enviar o convite de novo'],
  summary: 'Mails the invitation again; earlier links are void.',
  errors: { not_staff: 409 },
})

export const resetSecondFactor = endpoint('POST', `${base}/:id/reset_second_factor`, 'admin', {
  ...userAction,
  levelText: ['Pessoas', 'Remover o autenticador'],
  summary: 'Deletes the authenticator and ends the logins; the person sets up another at the next sign-in.',
})

export const endUserLogins = endpoint('POST', `${base}/:id/end_logins`, 'admin', {
  ...userAction,
  levelText: ['Pessoas', 'Encerrar os acessos'],
  summary: 'Ends all sessions and device tokens of the person.',
})
