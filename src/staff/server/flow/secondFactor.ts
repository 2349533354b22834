import QRCode from 'qrcode'
import { open, seal } from '#kit/server/seal.ts'
import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { markSecondFactor } from '#session/server/store.ts'
import { recordHits, type Counted } from '#session/server/limits/hits.ts'
import { clearHits, lockRate, refuseWhenReached } from '#session/server/limits/admitHit.ts'
import { type Session, signedIn } from '#session/session.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { actorOf } from '../member.ts'
import { type SecondFactor, saveUnconfirmedSecret, secondFactorOf, consumeStep } from '../store.ts'
import { consumeRecoveryCode, readRecoveryCode, renewRecoveryCodes } from './recoveryCodes.ts'
import { enrolmentUri, newSecret, stepOf } from '../totp.ts'

/** Whether an authenticator is enrolled and this login has passed it. */
export async function readSecondFactor(db: Db, session: Session) {
  const factor = await secondFactorOf(db, signedIn(session))
  return {
    enrolled: factor !== undefined && factor.confirmed_at !== null,
    passed: session.secondFactorAt !== null,
  }
}

/** Creates a secret and shows it once. Throws `second_factor_enrolled` after a confirmed one. */
export async function enrolSecondFactor(deps: StaffDeps, session: Session) {
  const userId = signedIn(session)
  const secret = newSecret()
  const sealed = seal(deps.cardKeys, secretOwner(userId), secret)
  if (!(await saveUnconfirmedSecret(deps.db, userId, sealed, deps.clock.now())))
    throw fail('second_factor_enrolled')
  const uri = enrolmentUri(secret, (await deps.people.emailOf(deps.db, userId)) ?? '')
  return { secret, uri, qrcode: await QRCode.toString(uri, { type: 'svg', margin: 4 }) }
}

/** Limits guesses of six digits; only callers with the password reach this counter. */
const wrongCodes = (userId: number): Counted => ({ limit: 'second_factor', key: String(userId) })

/**
 * Accepts a code of the authenticator, or a recovery code, once. The first code confirms the authenticator and
 * returns the recovery codes; null otherwise. Throws 422 for a wrong or used code, `second_factor_missing`, `too_many`.
 */
export async function passSecondFactor(
  deps: StaffDeps,
  session: Session,
  code: string,
): Promise<string[] | null> {
  const userId = signedIn(session)
  const now = deps.clock.now()
  const passed = await transaction(deps.db, async (tx) => {
    await lockRate(tx, wrongCodes(userId))
    await refuseWhenReached(tx, wrongCodes(userId), now)
    const factor = await secondFactorOf(tx, userId)
    if (!factor) throw fail('second_factor_missing')
    if (!(await consumeCode(tx, deps, factor, { code, now }))) {
      await recordHits(tx, [wrongCodes(userId)], now)
      return null
    }
    await clearHits(tx, wrongCodes(userId))
    await markSecondFactor(tx, session.hash, now)
    if (factor.confirmed_at !== null) return { codes: null }
    await recordChange(tx, userId, 'second_factor_enrolled', now)
    return { codes: await renewRecoveryCodes(tx, userId) }
  })
  if (passed !== null) return passed.codes
  throw invalid({ code: ['Código incorreto ou já usado. Espere o próximo e tente de novo.'] })
}

async function consumeCode(
  tx: Tx,
  { cardKeys }: StaffDeps,
  { user_id: userId, sealed_secret: text, key_id: keyId }: SecondFactor,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const recovery = readRecoveryCode(code)
  if (recovery !== null) {
    const used = await consumeRecoveryCode(tx, userId, recovery)
    if (used) await recordChange(tx, userId, 'recovery_code_used', now)
    return used
  }
  const step = stepOf(open(cardKeys, secretOwner(userId), { text, keyId }), code, now)
  return step !== null && consumeStep(tx, userId, step, now)
}

async function recordChange(
  tx: Tx,
  userId: number,
  action: 'second_factor_enrolled' | 'recovery_code_used',
  now: Date,
): Promise<void> {
  await audit(tx, {
    at: now,
    actor: actorOf(userId),
    subject: 'account',
    subjectId: String(userId),
    action,
    before: null,
    after: null,
  })
}
