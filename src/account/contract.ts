import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { cep, email, optionalText, phone, requiredText, taxId } from '#kit/fields.ts'

/** Personal data of the payer (spec.md screen 16). `cpfcnpj` and `phone` answer digits only. */
export const accountData = z.object({
  name: requiredText(120),
  email,
  phone,
  cpfcnpj: taxId,
})

const keptAccount = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  cpfcnpj: z.string(),
})

export const setAccount = endpoint({
  method: 'POST',
  path: '/api/account/set_account',
  access: 'human',
  summary: 'Keeps the payer’s personal data in the session.',
  body: accountData,
  reply: data(z.object({ existsEmail: z.boolean(), existsCpfCnpj: z.boolean() })),
  errors: {},
})

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account/get_account',
  access: 'anyone',
  summary: 'The personal data kept in this session; null before set_account.',
  reply: data(z.nullable(keptAccount)),
  errors: {},
})

/** A municipality: `id` is the IBGE code, `text` is 'Nome - UF' for the picker. */
export const city = z.object({ id: z.number(), name: z.string(), state: z.string(), text: z.string() })

/** Address of the payer (spec.md screen 17). `gl_city_id` is an IBGE code. */
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

export const setAddress = endpoint({
  method: 'POST',
  path: '/api/account/set_address',
  access: 'human',
  summary: 'Keeps the payer’s address in the session; the city must exist.',
  body: addressData,
  reply: data(z.object({ saved: z.boolean() })),
  errors: {},
})

export const getAddress = endpoint({
  method: 'GET',
  path: '/api/account/get_address',
  access: 'anyone',
  summary: 'The address kept in this session; null before set_address.',
  reply: data(
    z.nullable(
      z.object({
        postalcode: z.string(),
        street: z.string(),
        streetNumber: z.string(),
        complement: z.string(),
        neighborhood: z.string(),
        city,
      }),
    ),
  ),
  errors: {},
})

/** Municipalities by name, accents ignored. `q`, `search`, `searchText` and `text` all search; pages from 1. */
export const searchCities = endpoint({
  method: 'GET',
  path: '/api/gl_city',
  access: 'anyone',
  summary: 'Brazilian municipalities by name, accent-insensitive, paged.',
  query: z.object({
    q: optionalText(80),
    search: optionalText(80),
    searchText: optionalText(80),
    text: optionalText(80),
    p: z.optional(z.string()),
    page: z.optional(z.string()),
  }),
  reply: page(city),
  errors: {},
})

/** Fills street, district and city from a CEP, when the operator switched the look-up on. */
export const lookUpCep = endpoint({
  method: 'GET',
  path: '/api/cep/:cep',
  access: 'human',
  summary: 'Street, district and city of a CEP; null when unknown or when the look-up is off or unreachable.',
  params: z.object({ cep }),
  reply: data(z.nullable(z.object({ street: z.string(), neighborhood: z.string(), city: z.nullable(city) }))),
  errors: {},
})
