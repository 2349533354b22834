import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Session } from '#session/session.ts'
import { type City, findCity } from '../../city/cities.ts'
import { type Address, type User, userById } from '../../store.ts'
import { addressOfUser } from '../address.ts'

export type Me = { user: User; address: Address | null; city: City | null }

/** Throws `unauthenticated` after erasure. */
export async function readMe(deps: { db: Db }, session: Session): Promise<Me> {
  const user = session.userId === null ? undefined : await userById(deps.db, session.userId)
  if (!user) throw fail('unauthenticated')
  const address = addressOfUser(user)
  return { user, address, city: address ? await findCity(deps.db, address.cityId) : null }
}
