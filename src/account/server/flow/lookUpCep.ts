import type { Db } from '#db/schema.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { lookUpCep as contract } from '../../contract.ts'
import type { CepSource } from '../cepSource.ts'
import { findCityByName } from '../city/cities.ts'
import { wireCity } from '../city/wireCity.ts'

/**
 * Street, district and city of a CEP (8 digits); null when unknown, unreachable, or when the look-up is off
 * (`cepSource` null). The city is null when the source's name is not one of ours.
 */
export async function lookUpCep(
  deps: { db: Db; cepSource: CepSource | null },
  cep: string,
): Promise<ReplyOf<typeof contract>['data']> {
  const found = deps.cepSource ? await deps.cepSource(cep) : null
  if (!found) return null
  const city = await findCityByName(deps.db, found.cityName, found.state)
  return { street: found.street, neighborhood: found.neighborhood, city: city && wireCity(city) }
}
