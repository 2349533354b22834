import type { Tx } from '#db/schema.ts'
import QRCode from 'qrcode'
import { open, seal } from '#kit/server/seal.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { markSecondFactor } from '#session/server/store.ts'
import { recordHits, type Counted } from '#session/server/limits/hits.ts'
import { clearHits, lockRate, refuseWhenReached } from '#session/server/limits/admitHit.ts'
import { type Session, signedIn } from '#session/session.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { auditOwn } from '../ownTrail.ts'
import { type SecondFactor, saveUnconfirmedSecret, secondFactorOf, consumeStep } from '../store.ts'
import { consumeRecoveryCode, readRecoveryCode, renewRecoveryCodes } from './recoveryCodes.ts'
import { enrolmentUri, newSecret, stepOf } from '../totp.ts'

/** Whether an authenticator is enrolled and this login has passed it. */
export async function readSecondFactor({ db, people }: Pick<StaffDeps, 'db' | 'people'>, session: Session) {
  const userId = signedIn(session)
  const factor = await secondFactorOf(db, userId)
  return {
    enrolled: factor !== undefined && factor.confirmed_at !== null,
    passed: session.secondFactorAt !== null,
    short_password: (await people.standingOf(db, userId))?.shortPassword === true,
  }
}

/** Throws `second_factor_enrolled` after a confirmed one. */
export async function enrolSecondFactor(deps: StaffDeps, session: Session) {
  const userId = signedIn(session)
  const secret = newSecret()
  const sealed = seal(deps.cardKeys, secretOwner(userId), secret)
  if (!(await saveUnconfirmedSecret(deps.db, userId, sealed, deps.clock.now())))
    throw fail('second_factor_enrolled')
  const uri = enrolmentUri(secret, (await deps.people.emailOf(deps.db, userId)) ?? '')
  return { secret, uri, qrcode: await QRCode.toString(uri, { type: 'svg', margin: 4 }) }
}

/** Only callers with the password reach this counter. */
const wrongCodes = (userId: number): Counted => ({ limit: 'second_factor', key: String(userId) })

/**
 * Accepts a code of the authenticator, or a recovery code, once. The first code returns the recovery codes;
 * else null. Throws 422, `second_factor_missing`, `too_many`.
 */
export async function passSecondFactor(
  deps: StaffDeps,
  session: Session,
  { code, ip }: { code: string; ip: string },
): Promise<string[] | null> {
  const userId = signedIn(session)
  const now = deps.clock.now()
  const passed = await transaction(deps.db, async (tx) => {
    await lockRate(tx, wrongCodes(userId))
    await refuseWhenReached(tx, wrongCodes(userId), now)
    const factor = await secondFactorOf(tx, userId)
    if (!factor) throw fail('second_factor_missing')
    if (!(await consumeCode(tx, deps, factor, { code, ip, now }))) {
      await recordHits(tx, [wrongCodes(userId)], now)
      await auditOwn(tx, userId, { action: 'code_refused', ip, now })
      return null
    }
    await clearHits(tx, wrongCodes(userId))
    await markSecondFactor(tx, session.hash, now)
    if (factor.confirmed_at !== null) return { codes: null }
    await auditOwn(tx, userId, { action: 'second_factor_enrolled', ip, now })
    return { codes: await renewRecoveryCodes(tx, userId) }
  })
  if (passed !== null) return passed.codes
  throw invalid({ code: ['Código incorreto ou já usado. Espere o próximo e tente de novo.'] })
}

async function consumeCode(
  tx: Tx,
  { cardKeys }: StaffDeps,
  { user_id: userId, sealed_secret: text, key_id: keyId }: SecondFactor,
  { code, ip, now }: { code: string; ip: string; now: Date },
): Promise<boolean> {
  const recovery = readRecoveryCode(code)
  if (recovery !== null) {
    const used = await consumeRecoveryCode(tx, userId, recovery)
    if (used) await auditOwn(tx, userId, { action: 'recovery_code_used', ip, now })
    return used
  }
  const step = stepOf(open(cardKeys, secretOwner(userId), { text, keyId }), code, now)
  return step !== null && consumeStep(tx, userId, step, now)
}
