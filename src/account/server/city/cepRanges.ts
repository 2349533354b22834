import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

export type CepPlace = { readonly cityName: string | null; readonly state: string }

type Range = CepPlace & { readonly first: number; readonly last: number }

const csv = new URL('../../../../db/data/ceps.csv', import.meta.url)
const csvRow = z.tuple([z.coerce.number(), z.coerce.number(), z.string().check(z.length(2)), z.string()])

let cachedRanges: readonly Range[] | null = null

/** Cities before their states (db/data/README.md). */
export function cepRanges(): readonly Range[] {
  cachedRanges ??= readFileSync(csv, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [first, last, state, city] = csvRow.parse(line.split(','))
      return { first, last, state, cityName: city === '' ? null : city }
    })
  return cachedRanges
}

/** Null if no state has the CEP (8 digits). */
export function placeOfCep(cep: string): CepPlace | null {
  const prefix = Number(cep.slice(0, 5))
  return cepRanges().find(({ first, last }) => first <= prefix && prefix <= last) ?? null
}
