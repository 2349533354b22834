import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import {
  cpf,
  optionalEmail,
  requiredText,
  cep,
  email,
  listQuery,
  newPassword,
  optionalText,
  phone,
  secretText,
} from '#kit/fields.ts'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { sessionUser } from '#session/contract.ts'

/** The e-mail gets the receipt and may be missing or empty (docs/methods.md#pix). */
export const pixPayer = z.object({
  method: z.literal('pix'),
  name: requiredText(120),
  cpfcnpj: cpf,
  email: optionalEmail,
  ticket_code: z.nullish(ticketCode),
})

/** Payer (docs/spec.md#payer). `cpfcnpj` and `phone` answer digits only. */
export const accountData = z.object({ name: requiredText(120), email, phone, cpfcnpj: cpf })

/** docs/spec.md#r25 */
const ticketCodeField = { ticket_code: z.nullish(ticketCode) }

/** docs/spec.md#new-account-data */
export const accountEntry = z
  .extend(accountData, {
    password: z.nullish(secretText()),
    shouldCreateAccount: z.nullish(z.boolean()),
    method: z.optional(z.null()),
    ...ticketCodeField,
  })
  .check(
    z.superRefine(({ password, shouldCreateAccount }, context) => {
      const problem = shouldCreateAccount === true ? newPassword.safeParse(password).error?.issues[0] : null
      if (problem) context.addIssue({ code: 'custom', path: ['password'], message: problem.message })
    }),
  )

/** `email` and `phone` may be empty (Pix). */
const accountReply = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  cpfcnpj: z.string(),
  /** The data were typed for another ticket. */
  draft: z.optional(z.boolean()),
})

/** docs/spec.md#duplicates */
export const duplicateFlags = z.object({ existsEmail: z.boolean(), existsCpfCnpj: z.boolean() })
export type DuplicateFlags = z.output<typeof duplicateFlags>

export const setAccount = endpoint('POST', '/api/account/set_account', 'human', {
  summary:
    'Keeps the payer’s data in the session; tells whether e-mail or CPF has an account, when an account is wanted.',
  body: z.discriminatedUnion('method', [accountEntry, pixPayer]),
  reply: data(duplicateFlags),
})

export const getAccount = endpoint('GET', '/api/account/get_account', 'anyone', {
  summary: 'The account’s data, or the data kept in this session; null before set_account.',
  query: z.object(ticketCodeField),
  reply: data(z.nullable(accountReply)),
})

export const city = z.object({ id: z.number(), name: z.string(), state: z.string(), text: z.string() })

export const addressData = z.object({
  postalcode: cep,
  street: requiredText(120),
  streetNumber: requiredText(15),
  complement: optionalText(60),
  neighborhood: requiredText(60),
  gl_city_id: z.coerce
    .number({ error: 'Campo obrigatório.' })
    .check(z.int('Campo obrigatório.'), z.positive('Campo obrigatório.')),
})

export const setAddress = endpoint('POST', '/api/account/set_address', 'human', {
  summary: 'Keeps the payer’s address in the session; the city must exist.',
  body: z.extend(addressData, ticketCodeField),
  reply: data(z.object({ saved: z.boolean() })),
})

export const getAddress = endpoint('GET', '/api/account/get_address', 'anyone', {
  summary: 'The address of the account, or the one kept in this session; null before set_address.',
  query: z.object(ticketCodeField),
  reply: data(
    z.nullable(
      z.object({
        postalcode: z.string(),
        street: z.string(),
        streetNumber: z.string(),
        complement: z.string(),
        neighborhood: z.string(),
        city,
        draft: z.optional(z.boolean()),
      }),
    ),
  ),
})

export const searchCities = endpoint('GET', '/api/gl_city', 'anyone', {
  summary: 'Brazilian municipalities by name, accent-insensitive, paged; those of a CEP, or near one, first.',
  query: z.extend(listQuery, { cep: optionalText(9), near: optionalText(7) }),
  reply: page(city),
  keptS: 3_600,
})

/** A text that the service does not know is empty, such a city null. */
export const lookUpCep = endpoint('GET', '/api/cep/:cep', 'human', {
  summary:
    'Street, district and city of a CEP; only the city where the service does not answer in time; null for an unknown CEP.',
  params: z.object({ cep }),
  reply: data(z.nullable(z.object({ street: z.string(), neighborhood: z.string(), city: z.nullable(city) }))),
})

/** The account gets the guest's payments, or those of the ticket code. */
export const createAndLogin = endpoint('POST', '/api/account/createAndLogin', 'human', {
  summary: 'Creates the account from the session’s data, records the consent, and signs in.',
  body: z.object(ticketCodeField),
  reply: data(z.object({ logged: z.boolean(), user: sessionUser })),
  errors: { duplicate_account: 409, account_incomplete: 422 },
})
