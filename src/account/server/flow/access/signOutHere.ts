import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { deviceOfSession } from '#session/server/store.ts'
import { type Renewed, signOut } from '#session/server/renew.ts'
import type { Session } from '#session/session.ts'
import { revokeDevice } from '../../devices.ts'

/** Ends this login and its device token and starts a guest session. Idempotent. */
export async function signOutSession(deps: { db: Db; clock: Clock }, session: Session): Promise<Renewed> {
  const now = deps.clock.now()
  return transaction(deps.db, async (db) => {
    const deviceId = await deviceOfSession(db, session.hash)
    if (deviceId !== null) await revokeDevice(db, deviceId, now)
    return signOut(db, session, now)
  })
}
