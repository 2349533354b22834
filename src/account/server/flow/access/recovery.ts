import { transaction } from '#kit/server/db/transaction.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { recordHitIfBelow, checkRateLimit, type LimitedCaller } from '#session/server/limits/admit.ts'
import type { AccountDeps } from '../../deps.ts'
import { enqueueNotice, enqueueRecovery } from '../../jobs/mails.ts'
import { findUserByEmail, updateUser, findUser } from '../../store.ts'
import { fail, invalid } from '#kit/fail.ts'
import { auditOwnAccount } from '#staff/server/auditOwnAccount.ts'
import type { Session } from '#session/session.ts'
import { isStaff, isTooShortForStaff, staffPasswordText } from '../../../user.ts'
import { endLogins } from '../../deviceTokens.ts'
import { hashPassword } from '../../passwords.ts'
import { revokeRecoveryTokens, findRecoveryTokenOwner, consumeRecoveryToken } from '../../recoveryTokens.ts'
import { clearLoginHits } from './verifyPassword.ts'

/**
 * Unknown e-mails and requests over the limit get the same answer in the same time (docs/spec.md#r20). The
 * job makes the token, so that no queue stores it. Throws as `checkRateLimit`.
 */
export async function requestRecovery(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { email: string; by: LimitedCaller },
): Promise<void> {
  const now = deps.clock.now()
  await checkRateLimit(deps.db, 'recovery_address', asked.by, now)
  await transaction(deps.db, async (tx) => {
    const mayMail = await recordHitIfBelow(tx, { limit: 'recovery', key: asked.email }, now)
    await recordHits(tx, [{ limit: 'recovery_address', key: asked.by.ip }], now)
    if (!mayMail) return
    const user = await findUserByEmail(tx, asked.email)
    await enqueueRecovery(tx, { userId: user?.id ?? null, invited: false }, now)
  })
}

/** Ends all logins. Throws `recovery_token`, and 422 for a short password (docs/spec.md#r32). */
export async function setNewPassword(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { token: string; password: string; ip: string; session: Session },
): Promise<{ userId: number }> {
  const now = deps.clock.now()
  const ownerId = await findRecoveryTokenOwner(deps.db, asked.token, now)
  if (ownerId === null) throw fail('recovery_token')
  const level = (await findUser(deps.db, ownerId))?.level
  if (level !== undefined && isTooShortForStaff(level, asked.password))
    throw invalid({ password: [staffPasswordText] })
  const { ip, session } = asked
  const hashing = { ip, sessionHash: session.hash, isKnownLogin: false, now }
  const passwordHash = await hashPassword(asked.password, hashing)
  const change = { password_hash: passwordHash, short_password: false, email_proved: true }
  return transaction(deps.db, async (tx) => {
    const userId = await consumeRecoveryToken(tx, asked.token, now)
    const user = userId === null ? undefined : await findUser(tx, userId)
    if (!user) throw fail('recovery_token')
    await updateUser(tx, user.id, change, now)
    await endLogins(tx, user.id, null, now)
    await revokeRecoveryTokens(tx, user.id, now)
    await clearLoginHits(tx, { email: user.email, ip })
    await enqueueNotice(tx, 'password_changed', { ...user, email_proved: true }, now)
    if (isStaff(user.level)) await auditOwnAccount(tx, user.id, { action: 'password_changed', ip, now })
    return { userId: user.id }
  })
}
