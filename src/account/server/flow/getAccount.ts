import type { Db } from '#db/schema.ts'
import { readGuest } from '#session/server/guest.ts'
import type { GuestData } from '#session/guestData.ts'
import type { Session } from '#session/session.ts'

/** The personal data kept in this session; null before set_account. */
export async function getAccount(
  deps: { db: Db },
  session: Session,
): Promise<NonNullable<GuestData['account']> | null> {
  return (await readGuest(deps.db, session)).account ?? null
}
