import { fail, invalid } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { Tx } from '#db/schema.ts'
import { recordHits, findRetryAfterSeconds } from '#session/server/limits/hits.ts'
import { checkRateLimit, type LimitedCaller } from '#session/server/limits/admit.ts'
import type { Session } from '#session/session.ts'
import type { AccountDeps } from '../../deps.ts'
import { endLogins } from '../../deviceTokens.ts'
import { enqueueNotice } from '../../jobs/mails.ts'
import { hashPassword } from '../../passwords.ts'
import { revokeRecoveryTokens } from '../../recoveryTokens.ts'
import { lockUser, updateUser, findUser, findDuplicates, isDuplicateUserError } from '../../store.ts'
import { auditOwnAccount } from '#staff/server/auditOwnAccount.ts'
import { isStaff, isTooShortForStaff, staffPasswordText } from '../../../user.ts'
import { duplicateAccountFailure } from '../../view.ts'
import { requireCurrentPassword, requireSecondFactor } from '../access/verifyPassword.ts'

type AccountChange = {
  name: string
  email: string
  phone: string
  taxId: string
  password: string | null
  newPassword: string | null
}

/**
 * Taken e-mails and CPFs are revealed only after the password (docs/spec.md#r6). Throws `not_found`,
 * `second_factor`, `duplicate_account`, `too_many_changes`, 422, and as `verifyPassword` and `checkRateLimit`.
 */
export async function changeAccount(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  caller: LimitedCaller & { session: Session },
  id: number,
  change: AccountChange,
): Promise<void> {
  const user = id === caller.session.userId ? await findUser(deps.db, id) : undefined
  if (!user) throw fail('not_found')
  const isRenamed = change.email !== user.email || change.taxId !== user.tax_id
  if (isRenamed || change.newPassword !== null) {
    requireSecondFactor(user, caller.session)
    if (change.newPassword !== null && isTooShortForStaff(user.level, change.newPassword))
      throw invalid({ password: [staffPasswordText], password_new: [staffPasswordText] })
    if (change.password === null) throw invalid({ password: [fieldTexts.required] })
    await requireCurrentPassword(deps, caller, user, change.password)
  }
  if (isRenamed) await checkRateLimit(deps.db, 'taken', caller, deps.clock.now())
  const { ip, session } = caller
  const hashing = { ip, sessionHash: session.hash, isKnownLogin: false, now: deps.clock.now() }
  const passwordHash = change.newPassword === null ? null : await hashPassword(change.newPassword, hashing)
  try {
    await transaction(deps.db, (tx) =>
      saveAccount(tx, { ...change, id, passwordHash }, caller, deps.clock.now()),
    )
  } catch (error) {
    if (!isDuplicateUserError(error)) throw error
    await recordHits(deps.db, [{ limit: 'taken', key: caller.ip }], deps.clock.now())
    throw duplicateAccountFailure(await findDuplicates(deps.db, change, id), change)
  }
}

async function saveAccount(
  tx: Tx,
  change: AccountChange & { id: number; passwordHash: string | null },
  { session, ip }: LimitedCaller & { session: Session },
  now: Date,
): Promise<void> {
  const before = await lockUser(tx, change.id)
  if (!before) throw fail('not_found')
  const { name, email, phone, taxId, passwordHash } = change
  const password = passwordHash === null ? {} : { password_hash: passwordHash, short_password: false }
  await updateUser(tx, change.id, { name, email, phone, tax_id: taxId, ...password }, now)
  const isNewEmail = before.email !== email
  if (isNewEmail) {
    await recordEmailChange(tx, { email: before.email, id: change.id, ip }, now)
    await updateUser(tx, change.id, { email_proved: false }, now)
    await revokeRecoveryTokens(tx, change.id, now)
    await enqueueNotice(tx, 'email_changed', before, now)
    if (isStaff(before.level)) await auditOwnAccount(tx, change.id, { action: 'email_changed', ip, now })
  }
  // Also those of whoever reads the former address.
  if (isNewEmail || passwordHash !== null) await endLogins(tx, change.id, session, now)
  if (passwordHash === null) return
  if (isStaff(before.level)) await auditOwnAccount(tx, change.id, { action: 'password_changed', ip, now })
  await revokeRecoveryTokens(tx, change.id, now)
  const email_proved = before.email_proved && !isNewEmail
  await enqueueNotice(tx, 'password_changed', { email, name, email_proved }, now)
}

/** Throws `too_many_changes` (docs/spec.md#r30). */
async function recordEmailChange(
  tx: Tx,
  { email, id, ip }: { email: string; id: number; ip: string },
  now: Date,
) {
  const counted = [
    { limit: 'account_mail_email', key: email },
    { limit: 'account_mail', key: String(id) },
    { limit: 'account_mail_address', key: ip },
  ] as const
  for (const one of counted) {
    const retryAfterSeconds = await findRetryAfterSeconds(tx, one, now)
    if (retryAfterSeconds !== null) throw fail('too_many_changes', { retryAfterSeconds })
  }
  await recordHits(tx, counted, now)
}
