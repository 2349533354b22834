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

/** Sets the password with a mailed token, ends sessions and devices, mails a notice. Throws `recovery_token`. */
export async function setNewPassword(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { token: string; password: string; ip: string },
): Promise<{ userId: number }> {
  const now = deps.clock.now()
  if ((await recoveryOwner(deps.db, asked.token, now)) === null) throw fail('recovery_token')
  const passwordHash = await hashPassword(asked.password, asked.ip)
  const owner = await transaction(deps.db, async (tx) => {
    const userId = await consumeRecovery(tx, asked.token, now)
    const user = userId === null ? undefined : await userById(tx, userId)
    if (!user) throw fail('recovery_token')
    await updateUser(tx, user.id, { password_hash: passwordHash }, now)
    await endLogins(tx, user.id, null, now)
    await endRecoveries(tx, user.id, now)
    await revokeDevicesOf(tx, user.id, now)
    await clearGuesses(tx, { email: user.email, ip: asked.ip })
    await queueNotice(tx, 'password_changed', user, now)
    return user.id
  })
  return { userId: owner }
}
