import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, plus } from '#kit/clock.ts'
import { type GuestData, guestData } from '../guestData.ts'
import { guestHours, type Session } from '../session.ts'
import { forgetData } from './store.ts'
import { addTyped, readTyped } from './typed.ts'

/** What this session's guest had typed when the call came in. */
export function guestOf(session: Session): GuestData {
  const parsed = guestData.safeParse(session.data)
  return parsed.success ? parsed.data : {}
}

/** The same as it stands now. */
export async function readGuest(db: Db, session: Session, now: Date): Promise<GuestData> {
  const parsed = guestData.safeParse(await readTyped(db, session.hash, now))
  return parsed.success ? parsed.data : {}
}

/**
 * Adds to what the guest typed, and forgets the password where `part` says that there is none. A guest
 * who only types has no row of `session`.
 */
export async function mergeGuest(
  db: Db,
  session: Session,
  part: Omit<GuestData, 'passwordHash'> & { passwordHash?: string | null },
  clock: Clock,
): Promise<void> {
  const { passwordHash, ...typed } = part
  const now = clock.now()
  await addTyped(db, session.hash, {
    // What cannot be read is as if nobody had typed it.
    before: guestData.safeParse(session.data).success,
    data: { ...typed, ...(passwordHash ? { passwordHash } : {}) },
    without: passwordHash === null ? 'passwordHash' : '',
    now,
    expiresAt: plus(now, guestHours * hourMs),
  })
}

/** Forgets what the guest typed. */
export async function forgetGuest(db: Db, session: Session): Promise<void> {
  await forgetData(db, session.hash)
}
