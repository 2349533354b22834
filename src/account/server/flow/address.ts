import type { Db } from '#db/schema.ts'
import { guestOf, mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { type Address, type User, userById } from '../store.ts'
import { findCity, wireCity } from '../city/cities.ts'
import type { Clock } from '#kit/clock.ts'
import { draftEntry, type GuestData } from '#session/guestData.ts'

/** Null without a complete address. */
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

type Kept = Address & { draft?: boolean }

/** Address of the account, else of the guest's entry. */
export async function addressOf(db: Db, session: Session, typed: { address?: Kept | undefined }) {
  const user = session.userId === null ? undefined : await userById(db, session.userId)
  return (user && addressOfUser(user)) ?? typed.address ?? null
}

/** Null before set_address. */
export async function getAddress(deps: { db: Db }, session: Session, code: string | null = null) {
  const address = await addressOf(deps.db, session, draftEntry(guestOf(session), code))
  const city = address ? await findCity(deps.db, address.cityId) : null
  if (!address || !city) return null
  const { cityId: _, ...rest } = address
  return { ...rest, city: wireCity(city) }
}

/** False for an unknown city. */
export async function setAddress(
  deps: { db: Db; clock: Clock },
  session: Session,
  { code = null, ...address }: NonNullable<GuestData['address']> & { code?: string | null },
): Promise<boolean> {
  if (!(await findCity(deps.db, address.cityId))) return false
  await mergeGuest(deps.db, session, { code, address }, deps.clock)
  return true
}
