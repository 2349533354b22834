import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Renewed, signIn } from '#session/server/renew.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import type { AccountDeps } from '../../deps.ts'
import { type Device, lockDevice, registerDevice, revokeDevice } from '../../devices.ts'
import { auditOwn } from '#staff/server/ownTrail.ts'
import { isStaff, isTooShortForStaff } from '../../../user.ts'
import { lockUser, updateUser, type User, userByEmail } from '../../store.ts'
import { verifyPassword } from './verifyPassword.ts'

type PasswordLogin = {
  email: string
  password: string
  by: Pick<PortalCaller, 'ip' | 'proveAgain' | 'knownAs'>
  app: boolean
  deviceToken: string | null
}

/** Null for a wrong e-mail or password, in the same time. Throws `too_many` (docs/spec.md#limits). */
export async function signInByPassword(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onSignIn'>,
  session: Session,
  login: PasswordLogin,
): Promise<{ renewed: Renewed; user: User; device: Device | null } | null> {
  const known = await userByEmail(deps.db, login.email)
  const passwordHash = known?.password_hash ?? null
  const claim = { email: login.email, by: login.by, known: known ? login.by.knownAs(known.id) : null }
  const right = await verifyPassword(deps, claim, { passwordHash, password: login.password })
  if (!right || !known) return null

  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.id)
    // The password may have changed or the account been erased meanwhile.
    if (!user || user.password_hash !== passwordHash) return null
    const device = login.app ? await newDevice(tx, user.id, login.deviceToken, now) : null
    const who = { userId: user.id, taxId: user.tax_id }
    const renewed = await signIn(tx, session, { ...who, deviceId: device?.id ?? null, now })
    if (isStaff(user.level)) {
      await auditOwn(tx, user.id, { action: 'signed_in', ip: login.by.ip, now })
      const short = isTooShortForStaff(user.level, login.password)
      if (short !== user.short_password) await updateUser(tx, user.id, { short_password: short }, now)
    }
    await deps.onSignIn(tx, { from: session.hash, to: renewed.hash, ...who, now })
    return { renewed, user, device }
  })
}

async function newDevice(db: Db, userId: number, earlier: string | null, now: Date): Promise<Device> {
  const had = earlier === null ? undefined : await lockDevice(db, earlier)
  if (had?.userId === userId) await revokeDevice(db, had.id, now)
  return registerDevice(db, userId, now)
}
