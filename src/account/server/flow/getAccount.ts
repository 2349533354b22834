import type { Db } from '#db/schema.ts'
import type { GuestData } from '#session/guestData.ts'
import { guestOf } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { userById } from '../store.ts'

/** Null before set_account. */
export async function getAccount(
  deps: { db: Db },
  session: Session,
): Promise<NonNullable<GuestData['account']> | null> {
  const user = session.userId === null ? undefined : await userById(deps.db, session.userId)
  if (user) return { name: user.name, email: user.email, phone: user.phone, taxId: user.tax_id }
  return guestOf(session).account ?? null
}
