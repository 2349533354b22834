import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, plus } from '#kit/clock.ts'
import { type GuestData, guestData } from '../guestData.ts'
import { guestHours, type Session } from '../session.ts'
import { forgetData } from './store.ts'
import { addTyped, readTyped } from './typed.ts'

/** At the begin of the call. */
export function guestOf(session: Session): GuestData {
  const parsed = guestData.safeParse(session.data)
  return parsed.success ? parsed.data : {}
}

export async function readGuest(db: Db, session: Session, now: Date): Promise<GuestData> {
  const parsed = guestData.safeParse(await readTyped(db, session.hash, now))
  return parsed.success ? parsed.data : {}
}

/** `passwordHash` null deletes the password. */
export async function mergeGuest(
  db: Db,
  session: Session,
  part: Omit<GuestData, 'passwordHash'> & { passwordHash?: string | null },
  clock: Clock,
): Promise<void> {
  const { passwordHash, ...typed } = part
  const now = clock.now()
  await addTyped(db, session.hash, {
    // Unreadable input counts as none.
    before: guestData.safeParse(session.data).success,
    data: { ...typed, ...(passwordHash ? { passwordHash } : {}) },
    without: passwordHash === null ? 'passwordHash' : '',
    now,
    expiresAt: plus(now, guestHours * hourMs),
  })
}

export async function forgetGuest(db: Db, session: Session): Promise<void> {
  await forgetData(db, session.hash)
}
