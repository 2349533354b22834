import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import type { setAddress as contract } from '../../contract.ts'
import { findCity } from '../cities.ts'

/** Keeps the payer's address in the session. Throws `invalid` when the city does not exist. */
export async function setAddress(
  deps: { db: Db; clock: Clock },
  session: Session,
  address: BodyOf<typeof contract>,
): Promise<{ saved: true }> {
  const city = await findCity(deps.db, address.gl_city_id)
  if (!city) throw invalid({ gl_city_id: [fieldTexts.required] })
  await mergeGuest(deps.db, session, { address }, deps.clock)
  return { saved: true }
}
