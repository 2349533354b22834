import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type Renewed, signIn } from '#session/server/renew.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { endSessionsOfDevice } from '#session/server/store.ts'
import type { Session } from '#session/session.ts'
import { auditOwn } from '#staff/server/ownTrail.ts'
import { isStaff, isTooShortForStaff } from '../../../user.ts'
import type { AccountDeps } from '../../deps.ts'
import {
  type Device,
  deviceWithSpentToken,
  lockDevice,
  registerDevice,
  revokeDevice,
  rotateDevice,
} from '../../devices.ts'
import { lockUser, updateUser, type User, userByEmail, userById } from '../../store.ts'
import { verifyPassword } from './verifyPassword.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'onSignIn'>

type PasswordLogin = {
  email: string
  password: string
  by: Pick<PortalCaller, 'ip' | 'proveAgain' | 'knownAs'>
  app: boolean
  deviceToken: string | null
}

/** Null for a wrong e-mail or password, in the same time. Throws `too_many` (docs/spec.md#limits). */
export async function signInByPassword(
  deps: Deps,
  session: Session,
  { email, password, by, app, deviceToken }: PasswordLogin,
): Promise<{ renewed: Renewed; user: User; device: Device | null } | null> {
  const known = await userByEmail(deps.db, email)
  const passwordHash = known?.password_hash ?? null
  const claim = { email, by, known: known ? by.knownAs(known.id) : null }
  const right = await verifyPassword(deps, claim, { passwordHash, password })
  if (!right || !known) return null

  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.id)
    // The password may have changed or the account been erased meanwhile.
    if (!user || user.password_hash !== passwordHash) return null
    const device = app ? await newDevice(tx, user.id, deviceToken, now) : null
    const renewed = await enter(tx, deps, session, { user, deviceId: device?.id ?? null, now })
    if (isStaff(user.level)) {
      await auditOwn(tx, user.id, { action: 'signed_in', ip: by.ip, now })
      const short = isTooShortForStaff(user.level, password)
      if (short !== user.short_password) await updateUser(tx, user.id, { short_password: short }, now)
    }
    return { renewed, user, device }
  })
}

async function newDevice(db: Db, userId: number, earlier: string | null, now: Date): Promise<Device> {
  const had = earlier === null ? undefined : await lockDevice(db, earlier)
  if (had?.userId === userId) await revokeDevice(db, had.id, now)
  return registerDevice(db, userId, now)
}

/** Rotates the token; null for a bad one. A reused token was copied: its logins end. */
export async function signInByDevice(
  deps: Deps,
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
    const renewed = await enter(tx, deps, session, { user, deviceId: device.id, now })
    if (isStaff(user.level)) await auditOwn(tx, user.id, { action: 'signed_in', ip, now })
    return { renewed, device }
  })
}

/** A new session, with what the guest of the old one typed and paid. */
export async function enter(
  db: Db,
  { onSignIn }: Pick<AccountDeps, 'onSignIn'>,
  session: Session,
  { user, ...login }: { user: User; deviceId: number | null; ticketCode?: string | null; now: Date },
): Promise<Renewed> {
  const to = { userId: user.id, taxId: user.tax_id, ...login }
  const renewed = await signIn(db, session, to)
  await onSignIn(db, { from: session.hash, to: renewed.hash, ...to })
  return renewed
}
