import type { Db } from '#db/schema.ts'
import type { CepSource } from '../cepSource.ts'
import { type CepPlace, placeOfCep } from '../city/cepRanges.ts'
import { type City, findCityByName, wireCity } from '../city/cities.ts'

/** `cep` has 8 digits; null if there is none. An address in another state than the CEP's is discarded. */
export async function lookUpCep(deps: { db: Db; cepSource: CepSource | null }, cep: string) {
  const place = placeOfCep(cep)
  if (!place) return null
  const answer = deps.cepSource ? await deps.cepSource(cep) : null
  if (answer === 'unknown') return null
  const trusted = answer?.state === place.state ? answer : null
  const city = (trusted && (await findCity(deps.db, trusted))) ?? (await findCity(deps.db, place))
  const { street, neighborhood } = trusted ?? { street: '', neighborhood: '' }
  return { street, neighborhood, city: city && wireCity(city) }
}

async function findCity(db: Db, { cityName, state }: CepPlace): Promise<City | null> {
  return cityName === null ? null : findCityByName(db, cityName, state)
}
