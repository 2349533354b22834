import type { Db } from '#db/schema.ts'
import { draftEntry, type GuestData } from '#session/guestData.ts'
import { guestOf } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import { userById } from '../store.ts'

export type Kept = NonNullable<GuestData['account']> & { draft?: boolean }

/** Null before set_account. */
export async function getAccount(deps: { db: Db }, session: Session, code: string | null = null) {
  return accountOf(deps.db, session, draftEntry(guestOf(session), code))
}

/** Data of the account, else of the guest's entry. */
export async function accountOf(db: Db, session: Session, typed: { account?: Kept | undefined }) {
  const user = session.userId === null ? undefined : await userById(db, session.userId)
  if (user) return { name: user.name, email: user.email, phone: user.phone, taxId: user.tax_id }
  return typed.account ?? null
}
