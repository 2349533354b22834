import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import {
  type LimitedCaller,
  checkRateLimit,
  clearHits,
  lockRate,
  throwWhenLimitReached,
} from '#session/server/limits/admit.ts'
import { type RateKey, recordHits } from '#session/server/limits/hits.ts'
import type { Session } from '#session/session.ts'
import { isStaff } from '../../../user.ts'
import { comparePassword } from '../../passwords.ts'
import type { User } from '../../store.ts'

type LoginIdentity = {
  readonly email: string
  readonly by: LimitedCaller
  readonly sessionHash: string
  /** With `guiche_known` (docs/spec.md#r50). */
  readonly isKnownLogin: boolean
  /** A browser with an earlier login of this person has a limit of its own (docs/spec.md#r20); else null. */
  readonly knownLoginKey: string | null
}

/** The first limit is the narrowest. */
function loginCounters({ email, by, knownLoginKey }: LoginIdentity): readonly [RateKey, ...RateKey[]] {
  if (knownLoginKey !== null) return [{ limit: 'login_known', key: `${knownLoginKey} ${email}` }]
  return [
    { limit: 'login', key: `${email} ${by.ip}` },
    { limit: 'login_account', key: email },
  ]
}

/**
 * Takes the same time without a `passwordHash`. Throws `too_many` before hashing, so that parallel guesses
 * gain nothing, and as `checkRateLimit`.
 */
export async function verifyPassword(
  deps: { db: Db; clock: Clock },
  claim: LoginIdentity,
  proof: { passwordHash: string | null; password: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const counters = loginCounters(claim)
  for (const one of counters) await throwWhenLimitReached(deps.db, one, now)
  await checkRateLimit(deps.db, 'login_address', claim.by, now)
  const hashing = { ip: claim.by.ip, sessionHash: claim.sessionHash, isKnownLogin: claim.isKnownLogin, now }
  const right = await comparePassword(proof.passwordHash, proof.password, hashing)
  await transaction(deps.db, async (tx) => {
    await lockRate(tx, counters[0])
    await throwWhenLimitReached(tx, counters[0], now)
    if (right) return clearHits(tx, counters[0])
    await recordHits(tx, [...counters, { limit: 'login_address', key: claim.by.ip }], now)
  })
  return right
}

/** Each session has its own limit. Throws 422, and as `verifyPassword`. */
export async function requireCurrentPassword(
  deps: { db: Db; clock: Clock },
  by: LimitedCaller & { readonly session: Session },
  { email, password_hash: passwordHash }: Pick<User, 'email' | 'password_hash'>,
  password: string,
): Promise<void> {
  const { hash: sessionHash } = by.session
  const claim = { email, by, sessionHash, isKnownLogin: false, knownLoginKey: `session ${sessionHash}` }
  if (!(await verifyPassword(deps, claim, { passwordHash, password })))
    throw invalid({ password: ['Senha atual incorreta.'] })
}

/** For a person who proved the e-mail by a mailed link. */
export async function clearLoginHits(db: Db, { email, ip }: { email: string; ip: string }): Promise<void> {
  await clearHits(db, { limit: 'login', key: `${email} ${ip}` })
  await clearHits(db, { limit: 'login_account', key: email })
}

/** docs/spec.md#r31. Throws `second_factor`. */
export function requireSecondFactor({ level }: { level: number }, session: Session): void {
  if (isStaff(level) && session.secondFactorAt === null) throw fail('second_factor')
}
