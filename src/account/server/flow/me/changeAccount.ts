import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import type { Tx } from '#db/schema.ts'
import { endLogins } from '#session/server/flow/endLogins.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { Session } from '#session/session.ts'
import type { AccountDeps } from '../../deps.ts'
import { revokeDevicesOf } from '../../devices.ts'
import { tell } from '../../jobs/tell.ts'
import { hashPassword } from '../../passwords.ts'
import { endRecoveries } from '../../recoveries.ts'
import { lockUser, updateUser, userById, whoHas } from '../../store.ts'
import { recogniseSelf } from '../access/guessing.ts'

export type AccountChange = {
  name: string
  email: string
  phone: string
  taxId: string
  /** The present password, where it was typed: a new e-mail, CPF or password asks for it. */
  password: string | null
  /** Null leaves the password as it is. */
  newPassword: string | null
}

export type Changed =
  | { outcome: 'changed' }
  | { outcome: 'password_missing' }
  | { outcome: 'wrong_password' }
  | { outcome: 'taken'; email: boolean; taxId: boolean }

type Deps = Pick<AccountDeps, 'db' | 'clock'>

/**
 * Changes the own account. A new e-mail is told to the old one; a new password ends the other sessions and
 * every device token. Who else has an e-mail or CPF is told only to who knows the own password (docs/spec.md#r6).
 * Throws `not_found` for anybody else's id, and what `recognise` and `admitAttempt` throw.
 */
export async function changeAccount(
  deps: Deps,
  caller: LimitedCaller & { session: Session },
  id: number,
  change: AccountChange,
): Promise<Changed> {
  const user = id === caller.session.userId ? await userById(deps.db, id) : undefined
  if (!user) throw fail('not_found')
  const isRenamed = change.email !== user.email || change.taxId !== user.tax_id
  if (isRenamed || change.newPassword !== null) {
    if (change.password === null) return { outcome: 'password_missing' }
    const proof = { email: user.email, passwordHash: user.password_hash, password: change.password }
    if (!(await recogniseSelf(deps, caller, proof))) return { outcome: 'wrong_password' }
  }
  if (isRenamed) await admitAttempt(deps.db, 'taken', caller, deps.clock.now())
  const passwordHash = change.newPassword === null ? null : await hashPassword(change.newPassword, caller.ip)
  try {
    await transaction(deps.db, (db) =>
      save(db, { ...change, id, passwordHash }, caller.session, deps.clock.now()),
    )
  } catch (error) {
    const taken = ['user_account_email', 'user_account_tax_id'].some((index) =>
      isUniqueViolation(error, index),
    )
    if (!taken) throw error
    await recordHits(deps.db, [{ limit: 'taken', key: caller.ip }], deps.clock.now())
    return { outcome: 'taken', ...(await whoHas(deps.db, change, id)) }
  }
  return { outcome: 'changed' }
}

async function save(
  db: Tx,
  change: AccountChange & { id: number; passwordHash: string | null },
  session: Session,
  now: Date,
): Promise<void> {
  const before = await lockUser(db, change.id)
  if (!before) throw fail('not_found')
  const { name, email, phone, taxId, passwordHash } = change
  const password = passwordHash === null ? {} : { password_hash: passwordHash }
  await updateUser(db, change.id, { name, email, phone, tax_id: taxId, ...password }, now)
  if (before.email !== email) {
    await endRecoveries(db, change.id, now)
    await tell(db, 'email_changed', before, now)
  }
  if (passwordHash === null) return
  await endLogins(db, change.id, session, now)
  await revokeDevicesOf(db, change.id, now)
  await endRecoveries(db, change.id, now)
  await tell(db, 'password_changed', { email, name }, now)
}
