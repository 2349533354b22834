import * as z from 'zod/mini'
import { edited, endpoint } from '#kit/endpoint.ts'
import {
  cep,
  newPassword,
  optionalText,
  requiredText,
  rowId,
  secretText,
  typedPassword,
} from '#kit/fields.ts'
import { accountData, addressData, city } from '../contract.ts'

const timestamps = { created_at: z.string(), updated_at: z.string() }

export const userAccount = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  cpfcnpj: z.string(),
  ...timestamps,
})

/** `password` is the current one. */
export const userAccountEntry = z
  .extend(accountData, {
    changePassword: z.nullish(z.boolean()),
    password: z.nullish(secretText()),
    password_new: z.nullish(secretText()),
  })
  .check(
    z.superRefine(({ changePassword, password, password_new }, context) => {
      if (changePassword !== true) return
      const rules = [
        ['password', typedPassword.safeParse(password)],
        ['password_new', newPassword.safeParse(password_new)],
      ] as const
      for (const [field, { error }] of rules) {
        const first = error?.issues[0]
        if (first) context.addIssue({ code: 'custom', path: [field], message: first.message })
      }
    }),
  )

export const editUser = endpoint('GET', '/api/me/gl_user/edit', 'customer', {
  summary: 'The signed-in person’s account, to edit.',
  reply: edited(userAccount),
})

export const updateUser = endpoint('PUT', '/api/me/gl_user/:id', 'customer', {
  summary:
    'Changes the own account; a new e-mail, CPF or password needs the present password. The old e-mail gets a notice of a new one; a new password ends other sessions.',
  params: z.object({ id: rowId }),
  body: userAccountEntry,
  reply: edited(userAccount),
  errors: { second_factor: 403, duplicate_account: 409, too_many_changes: 429 },
})

/** `gl_city_id` is the city itself (docs/spec.md#fields). */
export const personAddress = z.object({
  id: z.number(),
  address_postalcode: z.string(),
  address_street: z.string(),
  address_number: z.string(),
  address_complement: z.string(),
  address_neighborhood: z.string(),
  gl_city_id: z.nullable(city),
  ...timestamps,
})

type AddressLines = Record<'postalcode' | 'street' | 'streetNumber' | 'complement' | 'neighborhood', string>

/** The address under the names of the wire. */
export function wireAddress(address: AddressLines) {
  return {
    address_postalcode: address.postalcode,
    address_street: address.street,
    address_number: address.streetNumber,
    address_complement: address.complement,
    address_neighborhood: address.neighborhood,
  }
}

/** The address without the names of the wire. */
export function addressLines(wire: ReturnType<typeof wireAddress>): AddressLines {
  return {
    postalcode: wire.address_postalcode,
    street: wire.address_street,
    streetNumber: wire.address_number,
    complement: wire.address_complement,
    neighborhood: wire.address_neighborhood,
  }
}

/** An IBGE code, or the city object that the reply has. */
export const cityChoice = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
  ),
  addressData.shape.gl_city_id,
)

export const personAddressEntry = z.object({
  address_postalcode: cep,
  address_street: requiredText(120),
  address_number: requiredText(15),
  address_complement: optionalText(60),
  address_neighborhood: requiredText(60),
  gl_city_id: cityChoice,
})

export const readPerson = endpoint('GET', '/api/me/gl_person', 'customer', {
  summary: 'The signed-in person’s address.',
  reply: edited(personAddress),
})

export const editPerson = endpoint('GET', '/api/me/gl_person/edit', 'customer', {
  summary: 'The signed-in person’s address, to edit.',
  reply: edited(personAddress),
})

export const updatePerson = endpoint('PUT', '/api/me/gl_person', 'customer', {
  summary: 'Changes the own address; the city must exist.',
  body: personAddressEntry,
  reply: edited(personAddress),
})

export const updatePersonById = endpoint('PUT', '/api/me/gl_person/:id', 'customer', {
  summary: 'Changes the own address under its id; any other id is not found.',
  params: z.object({ id: rowId }),
  body: personAddressEntry,
  reply: edited(personAddress),
})
