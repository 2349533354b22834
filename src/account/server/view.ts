import type * as z from 'zod/mini'
import { type Fail, fail } from '#kit/fail.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { wireTimestamps } from '#staff/server/lists.ts'
import type { DuplicateFlags } from '../contract.ts'
import { type personAddress, type userAccount, wireAddress } from '../me/contract.ts'
import { duplicateTexts } from '../accountForm.ts'
import type { Me } from './flow/me/readMe.ts'
import type { User } from './store.ts'
import { wireCity } from './city/cities.ts'

export function wireUser(user: User, timeZone: string): z.output<typeof userAccount> {
  const { id, name, email, phone, tax_id: cpfcnpj } = user
  return { id, name, email, phone, cpfcnpj, ...wireTimestamps(user, timeZone) }
}

const noAddress = { postalcode: '', street: '', streetNumber: '', complement: '', neighborhood: '' }

export function wirePerson({ user, address, city }: Me, timeZone: string): z.output<typeof personAddress> {
  return {
    id: user.id,
    ...wireAddress(address ?? noAddress),
    gl_city_id: city && wireCity(city),
    ...wireTimestamps(user, timeZone),
  }
}

export function wireDuplicates(taken: { email: boolean; taxId: boolean }): DuplicateFlags {
  return { existsEmail: taken.email, existsCpfCnpj: taken.taxId }
}

/** `duplicate_account` with a text at each field. */
export function duplicateAccountFailure(
  taken: { email: boolean; taxId: boolean },
  { email, taxId }: { email: string; taxId: string },
): Fail {
  const errors = {
    ...(taken.email && { email: duplicateTexts({ email, cpf: null }) }),
    ...(taken.taxId && { cpfcnpj: duplicateTexts({ email: null, cpf: formatTaxId(taxId) }) }),
  }
  return fail('duplicate_account', { data: wireDuplicates(taken), errors })
}
