import type { Db } from '#db/schema.ts'
import { guestOf, mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { type Address, type User, userById } from '../store.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { getAddress as contract } from '../../contract.ts'
import { findCity, wireCity } from '../city/cities.ts'
import type { Clock } from '#kit/clock.ts'
import type { GuestData } from '#session/guestData.ts'

/** Null for no address. */
export function addressOfUser(user: User): Address | null {
  if (user.postal_code === null || user.street === null || user.city_id === null) return null
  return {
    postalcode: user.postal_code,
    street: user.street,
    streetNumber: user.street_number ?? '',
    complement: user.complement ?? '',
    neighborhood: user.neighborhood ?? '',
    cityId: user.city_id,
  }
}

/** Address of the account or guest session; null for none. */
export async function addressOf(db: Db, session: Session): Promise<Address | null> {
  const user = session.userId === null ? undefined : await userById(db, session.userId)
  return (user && addressOfUser(user)) ?? guestOf(session).address ?? null
}

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

/** False for an unknown city. */
export async function setAddress(
  deps: { db: Db; clock: Clock },
  session: Session,
  address: NonNullable<GuestData['address']>,
): Promise<boolean> {
  if (!(await findCity(deps.db, address.cityId))) return false
  await mergeGuest(deps.db, session, { address }, deps.clock)
  return true
}
