import { transaction } from '#kit/server/db/transaction.ts'
import { endSessionsOfDevice } from '#session/server/store.ts'
import { type Renewed, signIn } from '#session/server/renew.ts'
import type { Session } from '#session/session.ts'
import type { AccountDeps } from '../../deps.ts'
import { auditOwn } from '#staff/server/ownTrail.ts'
import { isStaff } from '../../../user.ts'
import { userById } from '../../store.ts'
import { type Device, deviceWithSpentToken, lockDevice, revokeDevice, rotateDevice } from '../../devices.ts'

/** Rotates the token; null for a bad one. A reused token was copied: its logins end. */
export async function signInByDevice(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onSignIn'>,
  session: Session,
  { token, ip }: { token: string; ip: string },
): Promise<{ renewed: Renewed; device: Device } | null> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const known = await lockDevice(tx, token)
    if (!known) {
      const copied = await deviceWithSpentToken(tx, token)
      if (copied === null) return null
      await revokeDevice(tx, copied, now)
      await endSessionsOfDevice(tx, copied, now)
      return null
    }
    const device = await rotateDevice(tx, known.id, token, now)
    const user = await userById(tx, known.userId)
    if (!user) return null
    const who = { userId: user.id, taxId: user.tax_id }
    const renewed = await signIn(tx, session, { ...who, deviceId: device.id, now })
    if (isStaff(user.level)) await auditOwn(tx, user.id, { action: 'signed_in', ip, now })
    await deps.onSignIn(tx, { from: session.hash, to: renewed.hash, ...who, now })
    return { renewed, device }
  })
}
