import type { Db } from '#db/schema.ts'
import { onlyDigits } from '#kit/brazil.ts'
import type { QueryOf } from '#kit/endpoint.ts'
import { requestedPage, pagedList } from '#kit/paging.ts'
import { searchCities as contract } from '../../contract.ts'
import { type CepPlace, placeOfCep } from '../city/cepRanges.ts'
import { findCity, searchCities as findCities, wireCity } from '../city/cities.ts'

/** Best matches first. */
export async function searchCities(deps: { db: Db }, query: QueryOf<typeof contract>) {
  const request = requestedPage(query, 20)
  const near = placeOfCep(onlyDigits(query.cep)) ?? (await placeOfCity(deps.db, query.near))
  const { rows, total } = await findCities(deps.db, { ...request, near })
  return pagedList({ rows: rows.map(wireCity), total }, request, contract.path)
}

async function placeOfCity(db: Db, id: string): Promise<CepPlace | null> {
  const city = await findCity(db, Number(id))
  return city && { cityName: city.name, state: city.state }
}
