import type { Db } from '#db/schema.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { randomToken } from '#kit/server/secrets.ts'
import type { GuestEntries } from '../guestData.ts'
import { guestHours, isHuman, loginHours, type Session } from '../session.ts'
import { sessionHash } from './cookies.ts'
import { readGuestEntries, insertGuestData } from './guestData.ts'
import { endSession, insertSession } from './store.ts'

export type RenewedSession = { readonly id: string; readonly hash: string }

/**
 * Keeps a guest's entries that have the account's tax number, without passwords; with `ticketCode` only that entry.
 * Needs a transaction.
 */
export async function signIn(
  db: Db,
  session: Session,
  { taxId, ticketCode, ...to }: SignInDetails,
): Promise<RenewedSession> {
  const kept: GuestEntries = new Map(
    [...(await readGuestEntries(db, session, to.now))].flatMap(([code, typed]) => {
      const { passwordHash: _, ...entry } = typed
      const isTheirs = entry.account === undefined || entry.account.taxId === taxId
      return isTheirs && code === (ticketCode ?? code) ? [[code, entry]] : []
    }),
  )
  const renewed = await replaceSession(db, session, { ...to, hours: loginHours })
  if (kept.size > 0) await insertGuestData(db, renewed.hash, kept, addMs(to.now, loginHours * hourMs))
  return renewed
}

type SignInDetails = {
  userId: number
  taxId: string
  deviceId: number | null
  ticketCode?: string | null
  now: Date
}

/** A passed human check is kept. Needs a transaction. */
export async function signOut(db: Db, session: Session, now: Date): Promise<RenewedSession> {
  return replaceSession(db, session, { userId: null, deviceId: null, now, hours: guestHours })
}

type NewSession = { userId: number | null; deviceId: number | null; now: Date; hours: number }

async function replaceSession(db: Db, session: Session, next: NewSession): Promise<RenewedSession> {
  const { userId, deviceId, now, hours } = next
  const id = randomToken()
  const hash = sessionHash(id)
  const humanUntil = isHuman(session, now) ? session.humanUntil : null
  await endSession(db, session.hash, now)
  // A guest without data has no row.
  if (userId === null && humanUntil === null) return { id, hash }
  await insertSession(db, {
    id_hash: hash,
    user_id: userId,
    device_token_id: deviceId,
    human_until_at: humanUntil,
    created_at: now,
    expires_at: addMs(now, hours * hourMs),
  })
  return { id, hash }
}
