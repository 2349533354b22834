import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { GuestData } from '#session/guestData.ts'
import { mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'

/** Keeps the payer's personal data in the session. Nobody has an account yet, so nothing is ever taken. */
export async function setAccount(
  deps: { db: Db; clock: Clock },
  session: Session,
  { name, email, phone, taxId }: NonNullable<GuestData['account']>,
): Promise<{ existsEmail: boolean; existsCpfCnpj: boolean }> {
  await mergeGuest(deps.db, session, { account: { name, email, phone, taxId } }, deps.clock)
  return { existsEmail: false, existsCpfCnpj: false }
}
