import type { Db } from '#db/schema.ts'
import { guestOf } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { type Address, type User, userById } from '../store.ts'

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
