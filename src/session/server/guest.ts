import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, plus } from '#kit/clock.ts'
import { type GuestData, isTypedData, type TypedEntries, typedEntries, withoutCode } from '../guestData.ts'
import { guestHours, type Session } from '../session.ts'
import { addTyped, readTyped } from './typed.ts'

const keptTickets = 10

export function guestOf(session: Session): TypedEntries {
  return typedEntries(session.data)
}

export async function readGuest(db: Db, session: Session, now: Date): Promise<TypedEntries> {
  return typedEntries(await readTyped(db, session.hash, now))
}

/** `code` null: without a ticket. `passwordHash` null deletes the password. */
export async function mergeGuest(
  db: Db,
  session: Session,
  { code, ...part }: Omit<GuestData, 'passwordHash'> & { code: string | null; passwordHash?: string | null },
  clock: Clock,
): Promise<void> {
  const { passwordHash, ...typed } = part
  const now = clock.now()
  const others = [...guestOf(session).keys()].filter((one) => one !== withoutCode && one !== code)
  await addTyped(db, session.hash, {
    code: code ?? withoutCode,
    drop: others.slice(0, Math.max(0, others.length + 1 - keptTickets)),
    // Unreadable input counts as none.
    before: isTypedData(session.data),
    data: { ...typed, ...(passwordHash ? { passwordHash } : {}) },
    without: passwordHash === null ? 'passwordHash' : '',
    now,
    expiresAt: plus(now, guestHours * hourMs),
  })
}
