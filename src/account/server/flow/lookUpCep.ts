import type { Db } from '#db/schema.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { lookUpCep as contract } from '../../contract.ts'
import type { CepSource } from '../cepSource.ts'
import { placeOfCep } from '../city/cepRanges.ts'
import { findCityByName } from '../city/cities.ts'
import { wireCity } from '../city/wireCity.ts'

/**
 * Street, district and city of a CEP (8 digits), as the source tells them; where it cannot be asked (or there is none:
 * `cepSource` null), the city alone, of the portal's own table. Null when neither knows it. The city is null when the
 * source's name is not one of ours.
 */
export async function lookUpCep(
  deps: { db: Db; cepSource: CepSource | null },
  cep: string,
): Promise<ReplyOf<typeof contract>['data']> {
  const told = deps.cepSource ? await deps.cepSource(cep) : null
  if (told === 'unknown') return null
  const place = told ?? placeOfCep(cep)
  if (!place || place.cityName === null) return null
  const city = await findCityByName(deps.db, place.cityName, place.state)
  const street = told?.street ?? ''
  const neighborhood = told?.neighborhood ?? ''
  return { street, neighborhood, city: city && wireCity(city) }
}
