import { searchable } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { lookUpCep } from '../../contract.ts'
import type { AddressEntry } from '../useAddressForm.ts'

type CepValues = Pick<AddressEntry, 'street' | 'neighborhood' | 'gl_city_id'>

const names = ['street', 'neighborhood', 'gl_city_id'] as const

export const noValues: CepValues = { street: '', neighborhood: '', gl_city_id: '' }

export function valuesOf(found: NonNullable<ReplyOf<typeof lookUpCep>['data']>): CepValues {
  const { street, neighborhood, city } = found
  return { street, neighborhood, gl_city_id: city ? String(city.id) : '' }
}

export function unchangedFields(now: CepValues, ours: CepValues) {
  return names.filter((name) => ours[name] !== '' && now[name] === ours[name])
}

export function fillableFields(now: CepValues, ours: CepValues) {
  return names.filter((name) => now[name] === '' || now[name] === ours[name])
}

type Outcome = {
  found: CepValues
  filled: readonly (keyof CepValues)[]
  now: CepValues
  changed: boolean
}

export function lookUpText({ found, filled, now, changed }: Outcome): string {
  if (names.every((name) => found[name] === '')) return cepTexts.failed
  if (changed && names.some((name) => areDifferent(found[name], now[name]))) return cepTexts.other
  return filledText(filled)
}

/** 'Rua XV' and 'Rua XV de Novembro' are one street. */
function areDifferent(found: string, current: string): boolean {
  const [one, other] = [searchable(found), searchable(current)]
  return one !== '' && other !== '' && !one.includes(other) && !other.includes(one)
}

export const cepTexts = {
  searching: 'Buscando o endereço deste CEP...',
  unknown: 'Não encontramos este CEP. Confira os números ou preencha os campos abaixo.',
  failed: 'Não foi possível buscar o CEP agora. Preencha os campos abaixo.',
  other: 'Este CEP é de outro endereço. Confira os campos.',
  nothing: 'CEP encontrado. Mantivemos o que você digitou.',
} as const

const spoken = { street: 'o endereço', neighborhood: 'o bairro', gl_city_id: 'a cidade' } as const

/** 'Preenchemos o endereço e a cidade pelo CEP. Confira.' */
export function filledText(filled: readonly (keyof typeof spoken)[]): string {
  if (filled.length === 0) return cepTexts.nothing
  const names = filled.map((name) => spoken[name])
  const last = names[names.length - 1]
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} e ${last}`
  return `Preenchemos ${list} pelo CEP. Confira.`
}
