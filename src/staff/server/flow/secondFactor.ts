import type { Tx } from '#db/schema.ts'
import QRCode from 'qrcode'
import { openSealed, seal } from '#kit/server/seal.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { markSecondFactor } from '#session/server/store.ts'
import { recordHits, type RateKey } from '#session/server/limits/hits.ts'
import { clearHits, lockRate, throwWhenLimitReached } from '#session/server/limits/admit.ts'
import { type Session, requireUserId } from '#session/session.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { auditOwnAccount } from '../auditOwnAccount.ts'
import {
  type SecondFactor,
  saveUnconfirmedSecret,
  findSecondFactor,
  consumeTotpStep,
  deleteRecoveryCodes,
} from '../store.ts'
import { enrolmentUri, createSecret, findMatchingStep } from '../totp.ts'
import { randomInt } from 'node:crypto'
import { withoutSeparators } from '#kit/brazil.ts'
import { hashToken, sign } from '#kit/server/secrets.ts'

/** Whether the person has an authenticator, and whether this login gave its code. */
export async function readSecondFactor({ db, people }: Pick<StaffDeps, 'db' | 'people'>, session: Session) {
  const userId = requireUserId(session)
  const factor = await findSecondFactor(db, userId)
  return {
    enrolled: factor !== undefined && factor.confirmed_at !== null,
    passed: session.secondFactorAt !== null,
    short_password: (await people.findAccess(db, userId))?.shortPassword === true,
  }
}

/** Throws `second_factor_enrolled` when an authenticator is confirmed. */
export async function enrolSecondFactor(deps: StaffDeps, session: Session) {
  const userId = requireUserId(session)
  const secret = createSecret()
  const sealed = seal(deps.cardKeys, secretOwner(userId), secret)
  if (!(await saveUnconfirmedSecret(deps.db, userId, sealed, deps.clock.now())))
    throw fail('second_factor_enrolled')
  const uri = enrolmentUri(secret, (await deps.people.findEmail(deps.db, userId)) ?? '')
  return { secret, uri, qrcode: await QRCode.toString(uri, { type: 'svg', margin: 4 }) }
}

/** Only callers who know the password reach this limit. */
const wrongCodeLimit = (userId: number): RateKey => ({ limit: 'second_factor', key: String(userId) })

/**
 * Accepts a code of the authenticator, or a recovery code, once. The first code returns the recovery codes;
 * else null. Throws 422, `second_factor_missing`, `too_many`.
 */
export async function passSecondFactor(
  deps: StaffDeps,
  session: Session,
  { code, ip }: { code: string; ip: string },
): Promise<string[] | null> {
  const userId = requireUserId(session)
  const now = deps.clock.now()
  const passed = await transaction(deps.db, async (tx) => {
    await lockRate(tx, wrongCodeLimit(userId))
    await throwWhenLimitReached(tx, wrongCodeLimit(userId), now)
    const factor = await findSecondFactor(tx, userId)
    if (!factor) throw fail('second_factor_missing')
    if (!(await consumeCode(tx, deps, factor, { code, ip, now }))) {
      await recordHits(tx, [wrongCodeLimit(userId)], now)
      await auditOwnAccount(tx, userId, { action: 'code_refused', ip, now })
      return null
    }
    await clearHits(tx, wrongCodeLimit(userId))
    await markSecondFactor(tx, session.hash, now)
    if (factor.confirmed_at !== null) return { codes: null }
    await auditOwnAccount(tx, userId, { action: 'second_factor_enrolled', ip, now })
    return { codes: await renewRecoveryCodes(tx, deps, userId) }
  })
  if (passed !== null) return passed.codes
  throw invalid({ code: ['Código incorreto ou já usado. Espere o próximo e tente de novo.'] })
}

async function consumeCode(
  tx: Tx,
  { cardKeys, recoveryCodeKey }: StaffDeps,
  { user_id: userId, sealed_secret: text, key_id: keyId }: SecondFactor,
  { code, ip, now }: { code: string; ip: string; now: Date },
): Promise<boolean> {
  const recovery = readRecoveryCode(code)
  if (recovery !== null) {
    const used = await consumeRecoveryCode(tx, recoveryCodeKey, { userId, code: recovery })
    if (used) await auditOwnAccount(tx, userId, { action: 'recovery_code_used', ip, now })
    return used
  }
  const step = findMatchingStep(openSealed(cardKeys, secretOwner(userId), { text, keyId }), code, now)
  return step !== null && consumeTotpStep(tx, userId, step, now)
}

const codeCount = 10
const codeDigits = 10

/** New codes, shown once: '01234-56789'. */
async function renewRecoveryCodes(
  tx: Tx,
  { recoveryCodeKey: key }: Pick<StaffDeps, 'recoveryCodeKey'>,
  userId: number,
): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const fresh = new Set<string>()
  while (fresh.size < codeCount) fresh.add(String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0'))
  const rows = [...fresh].map((code) => ({
    user_id: userId,
    code_hash: signRecoveryCode(key, { userId, code }),
  }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return [...fresh].map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Ten digits; null for another text. */
function readRecoveryCode(text: string): string | null {
  const plain = withoutSeparators(text)
  return plain.length === codeDigits && /^\d+$/.test(plain) ? plain : null
}

/** False for an unknown or used code. */
async function consumeRecoveryCode(tx: Tx, key: Buffer, owned: OwnedCode): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', owned.userId)
    .where('code_hash', '=', signRecoveryCode(key, owned))
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

type OwnedCode = { userId: number; code: string }

/** Ten digits are found by hashing all of them, so the hash has a key. */
function signRecoveryCode(key: Buffer, { userId, code }: OwnedCode): string {
  return sign(key, hashToken(`recovery ${userId} ${code}`))
}
