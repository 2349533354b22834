import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { endLogins } from '#session/server/flow/endLogins.ts'
import type { AccountDeps } from '../../deps.ts'
import { revokeDevicesOf } from '../../devices.ts'
import { queueNotice } from '../../jobs/notice.ts'
import { hashPassword } from '../../passwords.ts'
import { endRecoveries, recoveryOwner, consumeRecovery } from '../../recoveries.ts'
import { updateUser, userById } from '../../store.ts'
import { clearGuesses } from './verifyPassword.ts'

/**
 * Sets the password with a mailed token, once; ends all sessions and devices and mails a notice. Returns the
 * user id. Throws `recovery_token`.
 */
export async function setNewPassword(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { token: string; password: string; ip: string },
): Promise<{ userId: number }> {
  const now = deps.clock.now()
  if ((await recoveryOwner(deps.db, asked.token, now)) === null) throw fail('recovery_token')
  const passwordHash = await hashPassword(asked.password, asked.ip)
  const owner = await transaction(deps.db, async (db) => {
    const userId = await consumeRecovery(db, asked.token, now)
    const user = userId === null ? undefined : await userById(db, userId)
    if (!user) throw fail('recovery_token')
    await updateUser(db, user.id, { password_hash: passwordHash }, now)
    await endLogins(db, user.id, null, now)
    await endRecoveries(db, user.id, now)
    await revokeDevicesOf(db, user.id, now)
    await clearGuesses(db, { email: user.email, ip: asked.ip })
    await queueNotice(db, 'password_changed', user, now)
    return user.id
  })
  return { userId: owner }
}
