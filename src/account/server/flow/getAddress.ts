import type { Db } from '#db/schema.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { Session } from '#session/session.ts'
import type { getAddress as contract } from '../../contract.ts'
import { findCity } from '../city/cities.ts'
import { wireCity } from '../city/wireCity.ts'
import { addressOf } from './addressOf.ts'

/** Null before set_address. */
export async function getAddress(
  deps: { db: Db },
  session: Session,
): Promise<ReplyOf<typeof contract>['data']> {
  const address = await addressOf(deps.db, session)
  const city = address ? await findCity(deps.db, address.cityId) : null
  if (!address || !city) return null
  const { postalcode, street, streetNumber, complement, neighborhood } = address
  return { postalcode, street, streetNumber, complement, neighborhood, city: wireCity(city) }
}
