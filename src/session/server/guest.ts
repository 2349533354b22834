import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type GuestData, guestData } from '../guestData.ts'
import { guestHours, type Session } from '../session.ts'
import { keepSession, readData, writeData } from './store.ts'

/** What this session's guest typed so far. */
export async function readGuest(db: Db, session: Session): Promise<GuestData> {
  const parsed = guestData.safeParse(await readData(db, session.hash))
  return parsed.success ? parsed.data : {}
}

/** Adds to what the guest typed; makes the session's row at the first word. */
export async function mergeGuest(db: Db, session: Session, part: GuestData, clock: Clock): Promise<void> {
  const now = clock.now()
  await transaction(db, async (db) => {
    await keepSession(db, session.hash, now, plus(now, guestHours * hourMs))
    await writeData(db, session.hash, { ...(await readGuest(db, session)), ...part })
  })
}

/** Forgets what the guest typed. */
export async function forgetGuest(db: Db, session: Session): Promise<void> {
  await writeData(db, session.hash, {})
}
