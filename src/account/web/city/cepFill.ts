import { searchable } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { lookUpCep } from '../../contract.ts'
import type { AddressEntry } from '../useAddressForm.ts'
import { cepTexts, filledText } from './cepTexts.ts'

/** What a CEP can tell, as the form holds it. */
export type CepValues = Pick<AddressEntry, 'street' | 'neighborhood' | 'gl_city_id'>

const names = ['street', 'neighborhood', 'gl_city_id'] as const

export const noValues: CepValues = { street: '', neighborhood: '', gl_city_id: '' }

/** What was told of a CEP, in the form's words. */
export function valuesOf(found: NonNullable<ReplyOf<typeof lookUpCep>['data']>): CepValues {
  const { street, neighborhood, city } = found
  return { street, neighborhood, gl_city_id: city ? String(city.id) : '' }
}

/** The fields in which what a look-up filled, `ours`, still stands: nobody typed there since. */
export function stillOurs(now: CepValues, ours: CepValues) {
  return names.filter((name) => ours[name] !== '' && now[name] === ours[name])
}

/** The fields that a CEP may fill: nobody typed there. */
export function openFields(now: CepValues, ours: CepValues) {
  return names.filter((name) => now[name] === '' || now[name] === ours[name])
}

type Outcome = {
  found: CepValues
  filled: readonly (keyof CepValues)[]
  /** What stands in the form now. */
  now: CepValues
  /** Another CEP stood there before: what was kept may be of its address. */
  changed: boolean
}

/** What is said once the answer is in the form. An answer that tells nothing is none. */
export function saidOf({ found, filled, now, changed }: Outcome): string {
  if (names.every((name) => found[name] === '')) return cepTexts.failed
  if (changed && names.some((name) => areOthers(found[name], now[name]))) return cepTexts.other
  return filledText(filled)
}

/** 'Rua XV' and 'Rua XV de Novembro' are one street. */
function areOthers(found: string, stands: string): boolean {
  const [one, other] = [searchable(found), searchable(stands)]
  return one !== '' && other !== '' && !one.includes(other) && !other.includes(one)
}
