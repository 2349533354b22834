import type { Db } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { guestHours, isHuman, loginHours, type Session } from '../session.ts'
import { sessionHash } from './cookies.ts'
import { readGuest } from './guest.ts'
import { endSession, insertSession } from './store.ts'

/** `id` goes into the cookie, `hash` into the database. */
export type Renewed = { readonly id: string; readonly hash: string }

/** A new session id prevents fixation; a guest's input is kept if its tax number is the account's. */
export async function signIn(
  db: Db,
  session: Session,
  { taxId, ...to }: { userId: number; taxId: string; deviceId: number | null; now: Date },
): Promise<Renewed> {
  const { passwordHash: _, ...guest } = await readGuest(db, session, to.now)
  const isTheirs = guest.account === undefined || guest.account.taxId === taxId
  return replace(db, session, { ...to, data: JSON.stringify(isTheirs ? guest : {}), hours: loginHours })
}

/** A passed human check is kept. Needs a transaction. */
export async function signOut(db: Db, session: Session, now: Date): Promise<Renewed> {
  return replace(db, session, { userId: null, deviceId: null, now, data: '{}', hours: guestHours })
}

type Next = { userId: number | null; deviceId: number | null; now: Date; data: string; hours: number }

async function replace(db: Db, session: Session, { now, hours, ...next }: Next): Promise<Renewed> {
  const id = randomToken()
  const hash = sessionHash(id)
  const humanUntil = isHuman(session, now) ? session.humanUntil : null
  await endSession(db, session.hash, now)
  // A guest without data has no row.
  if (next.userId === null && humanUntil === null) return { id, hash }
  await insertSession(db, { ...next, hash, humanUntil, now, expiresAt: plus(now, hours * hourMs) })
  return { id, hash }
}
