import type { Db } from '#db/schema.ts'
import { onlyDigits } from '#kit/brazil.ts'
import type { QueryOf } from '#kit/endpoint.ts'
import { parsePageRequest, pagedList } from '#kit/paging.ts'
import type { CepSource } from '../cepSource.ts'
import {
  type CepPlace,
  type City,
  findCity,
  findCityByName,
  findCepPlace,
  searchCities as findCities,
  wireCity,
} from '../city/cities.ts'
import { searchCities as contract } from '../../contract.ts'

/** The best matches come first. */
export async function searchCities({ db }: { db: Db }, query: QueryOf<typeof contract>) {
  const request = parsePageRequest(query, 20)
  const city = await findCity(db, Number(query.near))
  const near = findCepPlace(onlyDigits(query.cep)) ?? (city && { cityName: city.name, state: city.state })
  const { rows, total } = await findCities(db, { ...request, near })
  return pagedList({ rows: rows.map(wireCity), total }, request, contract.path)
}

/** `cep` has 8 digits; null when it does not exist. An answer with another state than the CEP's is ignored. */
export async function lookUpCep(deps: { db: Db; cepSource: CepSource | null }, cep: string) {
  const place = findCepPlace(cep)
  if (!place) return null
  const answer = deps.cepSource ? await deps.cepSource(cep) : null
  if (answer === 'unknown') return null
  const trusted = answer?.state === place.state ? answer : null
  const city = (trusted && (await findPlaceCity(deps.db, trusted))) ?? (await findPlaceCity(deps.db, place))
  const { street, neighborhood } = trusted ?? { street: '', neighborhood: '' }
  return { street, neighborhood, city: city && wireCity(city) }
}

async function findPlaceCity(db: Db, { cityName, state }: CepPlace): Promise<City | null> {
  return cityName === null ? null : findCityByName(db, cityName, state)
}
