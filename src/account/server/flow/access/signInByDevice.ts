import { transaction } from '#kit/server/db/transaction.ts'
import { endSessionsOfDevice } from '#session/server/store.ts'
import { type Renewed, signIn } from '#session/server/renew.ts'
import type { Session } from '#session/session.ts'
import type { AccountDeps } from '../../deps.ts'
import { type Device, deviceThatSpent, lockDevice, revokeDevice, rotateDevice } from '../../devices.ts'

/**
 * Signs a phone in with its token, which is exchanged for the next one. Answers null when the token is not
 * good. One that was exchanged before was copied: its device and its logins end.
 */
export async function signInByDevice(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onSignIn'>,
  session: Session,
  token: string,
): Promise<{ renewed: Renewed; device: Device } | null> {
  const now = deps.clock.now()
  return transaction(deps.db, async (db) => {
    const known = await lockDevice(db, token)
    if (!known) {
      const copied = await deviceThatSpent(db, token)
      if (copied === null) return null
      await revokeDevice(db, copied, now)
      await endSessionsOfDevice(db, copied, now)
      return null
    }
    const device = await rotateDevice(db, known.id, token, now)
    const renewed = await signIn(db, session, { userId: known.userId, deviceId: device.id, now })
    await deps.onSignIn(db, { from: session.hash, to: renewed.hash, userId: known.userId, now })
    return { renewed, device }
  })
}
