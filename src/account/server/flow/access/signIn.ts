import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type RenewedSession, signIn } from '#session/server/renewSession.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { endSessionsOfDevice } from '#session/server/store.ts'
import type { Session } from '#session/session.ts'
import { auditOwnAccount } from '#staff/server/auditOwnAccount.ts'
import { isStaff, isTooShortForStaff } from '../../../user.ts'
import type { AccountDeps } from '../../deps.ts'
import {
  type DeviceToken,
  findDeviceBySpentToken,
  lockDeviceToken,
  createDeviceToken,
  revokeDeviceTokens,
  rotateDeviceToken,
} from '../../deviceTokens.ts'
import { lockUser, updateUser, type User, findUserByEmail, findUser } from '../../store.ts'
import { verifyPassword } from './verifyPassword.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'onSignIn'>

type PasswordLogin = {
  email: string
  password: string
  by: Pick<PortalCaller, 'ip' | 'proveAgain' | 'knownAs'>
  app: boolean
  deviceToken: string | null
}

/** Null for a wrong e-mail or password, which take the same time. Throws `too_many` (docs/spec.md#limits). */
export async function signInByPassword(
  deps: Deps,
  session: Session,
  { email, password, by, app, deviceToken }: PasswordLogin,
): Promise<{ renewed: RenewedSession; user: User; device: DeviceToken | null } | null> {
  const known = await findUserByEmail(deps.db, email)
  const passwordHash = known?.password_hash ?? null
  const knownLoginKey = known ? by.knownAs(known.id) : null
  const claim = { email, by, sessionHash: session.hash, isKnownLogin: knownLoginKey !== null, knownLoginKey }
  const right = await verifyPassword(deps, claim, { passwordHash, password })
  if (!right || !known) return null

  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.id)
    // The password may have changed or the account been erased meanwhile.
    if (!user || user.password_hash !== passwordHash) return null
    const device = app ? await issueDeviceToken(tx, user.id, deviceToken, now) : null
    const renewed = await signInUser(tx, deps, session, { user, deviceId: device?.id ?? null, now })
    if (isStaff(user.level)) {
      await auditOwnAccount(tx, user.id, { action: 'signed_in', ip: by.ip, now })
      const short = isTooShortForStaff(user.level, password)
      if (short !== user.short_password) await updateUser(tx, user.id, { short_password: short }, now)
    }
    return { renewed, user, device }
  })
}

async function issueDeviceToken(
  db: Db,
  userId: number,
  earlier: string | null,
  now: Date,
): Promise<DeviceToken> {
  const earlierDevice = earlier === null ? undefined : await lockDeviceToken(db, earlier)
  if (earlierDevice?.userId === userId) await revokeDeviceTokens(db, { id: earlierDevice.id }, now)
  return createDeviceToken(db, userId, now)
}

/** Replaces the token; null for an invalid one. A token that is used again was copied, and its logins end. */
export async function signInByDevice(
  deps: Deps,
  session: Session,
  { token, ip }: { token: string; ip: string },
): Promise<{ renewed: RenewedSession; device: DeviceToken } | null> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const known = await lockDeviceToken(tx, token)
    if (!known) {
      const copied = await findDeviceBySpentToken(tx, token)
      if (copied === null) return null
      await revokeDeviceTokens(tx, { id: copied }, now)
      await endSessionsOfDevice(tx, copied, now)
      return null
    }
    const device = await rotateDeviceToken(tx, known.id, token, now)
    const user = await findUser(tx, known.userId)
    if (!user) return null
    const renewed = await signInUser(tx, deps, session, { user, deviceId: device.id, now })
    if (isStaff(user.level)) await auditOwnAccount(tx, user.id, { action: 'signed_in', ip, now })
    return { renewed, device }
  })
}

/** Starts a session that takes over what the guest typed and paid. */
export async function signInUser(
  db: Db,
  { onSignIn }: Pick<AccountDeps, 'onSignIn'>,
  session: Session,
  { user, ...login }: { user: User; deviceId: number | null; ticketCode?: string | null; now: Date },
): Promise<RenewedSession> {
  const to = { userId: user.id, taxId: user.tax_id, ...login }
  const renewed = await signIn(db, session, to)
  await onSignIn(db, { from: session.hash, to: renewed.hash, ...to })
  return renewed
}
