import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { GuestData } from '#session/guestData.ts'
import { mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { findCity } from '../city/cities.ts'

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
