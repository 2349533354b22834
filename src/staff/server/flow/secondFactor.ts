import QRCode from 'qrcode'
import { open, seal } from '#kit/server/seal.ts'
import type { Db, Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { markSecondFactor } from '#session/server/store.ts'
import {
  recordHits,
  clearHits,
  type Counted,
  lockRate,
  refuseWhenReached,
} from '#session/server/limits/hits.ts'
import { type Session, signedIn } from '#session/session.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { actorOf } from '../member.ts'
import { keepUnconfirmed, secondFactorOf, takeStep } from '../store.ts'
import { enrolmentUri, newSecret, stepOf } from '../totp.ts'

/** Whether the person has an authenticator, and whether this login gave its code. */
export async function readSecondFactor(db: Db, session: Session) {
  const factor = await secondFactorOf(db, signedIn(session))
  return {
    enrolled: factor !== undefined && factor.confirmed_at !== null,
    passed: session.secondFactorAt !== null,
  }
}

/** Makes a secret and shows it this once. Throws `second_factor_enrolled` when a code has confirmed one before. */
export async function enrolSecondFactor(deps: StaffDeps, session: Session) {
  const userId = signedIn(session)
  const secret = newSecret()
  const sealed = seal(deps.cardKeys, secretOwner(userId), secret)
  if (!(await keepUnconfirmed(deps.db, userId, sealed, deps.clock.now())))
    throw fail('second_factor_enrolled')
  const uri = enrolmentUri(secret, (await deps.people.emailOf(deps.db, userId)) ?? '')
  return { secret, uri, qrcode: await QRCode.toString(uri, { type: 'svg', margin: 4 }) }
}

/** A million codes are not guessed so. Only who gave the password comes here: no stranger spends it. */
const wrongCodes = (userId: number): Counted => ({ limit: 'second_factor', key: String(userId) })

/**
 * Takes a code, once. The first one of a person confirms the authenticator. Throws 422 for a wrong or used code,
 * `second_factor_missing` before `enrolSecondFactor`, `too_many` after five wrong ones.
 */
export async function passSecondFactor(deps: StaffDeps, session: Session, code: string): Promise<void> {
  const userId = signedIn(session)
  const now = deps.clock.now()
  const passed = await transaction(deps.db, async (db) => {
    await lockRate(db, wrongCodes(userId))
    await refuseWhenReached(db, wrongCodes(userId), now)
    const factor = await secondFactorOf(db, userId)
    if (!factor) throw fail('second_factor_missing')
    const sealed = { text: factor.sealed_secret, keyId: factor.key_id }
    const step = stepOf(open(deps.cardKeys, secretOwner(userId), sealed), code, now)
    if (step === null || !(await takeStep(db, userId, step, now))) {
      await recordHits(db, [wrongCodes(userId)], now)
      return false
    }
    await clearHits(db, wrongCodes(userId))
    await markSecondFactor(db, session.hash, now)
    if (factor.confirmed_at === null) await recordEnrolment(db, userId, now)
    return true
  })
  if (!passed) throw invalid({ code: ['Código incorreto ou já usado. Espere o próximo e tente de novo.'] })
}

async function recordEnrolment(db: Tx, userId: number, now: Date): Promise<void> {
  await audit(db, {
    at: now,
    actor: actorOf(userId),
    subject: 'account',
    subjectId: String(userId),
    action: 'second_factor_enrolled',
    before: null,
    after: null,
  })
}
