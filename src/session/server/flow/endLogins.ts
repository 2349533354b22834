import type { Db } from '#db/schema.ts'
import type { Session } from '../../session.ts'
import { deviceOfSession, endSessionsOf, endSessionsOfDevice } from '../store.ts'

/** Ends every login of a person, but the one of `except`; their cookies are told at the next call. */
export async function endLogins(db: Db, userId: number, except: Session | null, now: Date): Promise<void> {
  await endSessionsOf(db, userId, except?.hash ?? null, now)
}

/** Ends the logins that came from a device. */
export async function endLoginsOfDevice(db: Db, deviceId: number, now: Date): Promise<void> {
  await endSessionsOfDevice(db, deviceId, now)
}

/** The device that this login came from; null when it was typed in a browser. */
export async function deviceOfLogin(db: Db, session: Session): Promise<number | null> {
  return deviceOfSession(db, session.hash)
}
