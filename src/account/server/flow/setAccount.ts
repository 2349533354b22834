import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { GuestData } from '#session/guestData.ts'
import { mergeGuest } from '#session/server/guest.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { Session } from '#session/session.ts'
import { hashPassword } from '../passwords.ts'
import { findDuplicates } from '../store.ts'

type Entry = { code?: string | null; account: NonNullable<GuestData['account']>; password: string | null }

/** Stores nothing if the e-mail or tax number is taken. Throws as `admitAttempt`. */
export async function setAccount(
  deps: { db: Db; clock: Clock },
  caller: LimitedCaller & { session: Session },
  { code = null, account: { name, email, phone, taxId }, password }: Entry,
): Promise<{ email: boolean; taxId: boolean }> {
  const { session } = caller
  const account = { name, email, phone, taxId }
  if (password === null) {
    await mergeGuest(deps.db, session, { code, account, passwordHash: null }, deps.clock)
    return { email: false, taxId: false }
  }
  await admitAttempt(deps.db, 'taken', caller, deps.clock.now())
  const taken = await findDuplicates(deps.db, account, session.userId)
  if (taken.email || taken.taxId) {
    await recordHits(deps.db, [{ limit: 'taken', key: caller.ip }], deps.clock.now())
    return taken
  }
  const passwordHash = await hashPassword(password, caller.ip)
  await mergeGuest(deps.db, session, { code, account, passwordHash }, deps.clock)
  return taken
}
