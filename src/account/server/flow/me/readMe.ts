import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Session } from '#session/session.ts'
import { type City, findCity } from '../../city/cities.ts'
import { type Address, addressOfUser, type User, findSessionUser } from '../../store.ts'

export type Me = { user: User; address: Address | null; city: City | null }

/** Throws `unauthenticated` after erasure. */
export async function readMe({ db }: { db: Db }, session: Session): Promise<Me> {
  const user = await findSessionUser(db, session)
  if (!user) throw fail('unauthenticated')
  const address = addressOfUser(user)
  return { user, address, city: address && (await findCity(db, address.cityId)) }
}
