import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { endLogins } from '#session/server/store.ts'
import type { AccountDeps } from '../../deps.ts'
import { auditOwn } from '#staff/server/ownTrail.ts'
import { isStaff, isTooShortForStaff, staffPasswordText } from '../../../user.ts'
import { revokeDevicesOf } from '../../devices.ts'
import { queueNotice } from '../../jobs/notice.ts'
import { hashPassword } from '../../passwords.ts'
import { endRecoveries, recoveryOwner, consumeRecovery } from '../../recoveries.ts'
import { updateUser, userById } from '../../store.ts'
import { clearGuesses } from './verifyPassword.ts'

/** Ends all logins. Throws `recovery_token`, 422 (docs/spec.md#r32). */
export async function setNewPassword(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { token: string; password: string; ip: string },
): Promise<{ userId: number }> {
  const now = deps.clock.now()
  const ownerId = await recoveryOwner(deps.db, asked.token, now)
  if (ownerId === null) throw fail('recovery_token')
  const level = (await userById(deps.db, ownerId))?.level
  if (level !== undefined && isTooShortForStaff(level, asked.password))
    throw invalid({ password: [staffPasswordText] })
  const passwordHash = await hashPassword(asked.password, asked.ip)
  const owner = await transaction(deps.db, async (tx) => {
    const userId = await consumeRecovery(tx, asked.token, now)
    const user = userId === null ? undefined : await userById(tx, userId)
    if (!user) throw fail('recovery_token')
    await updateUser(
      tx,
      user.id,
      { password_hash: passwordHash, short_password: false, email_proved: true },
      now,
    )
    await endLogins(tx, user.id, null, now)
    await endRecoveries(tx, user.id, now)
    await revokeDevicesOf(tx, user.id, now)
    await clearGuesses(tx, { email: user.email, ip: asked.ip })
    await queueNotice(tx, 'password_changed', { ...user, email_proved: true }, now)
    if (isStaff(user.level)) await auditOwn(tx, user.id, { action: 'password_changed', ip: asked.ip, now })
    return user.id
  })
  return { userId: owner }
}
