import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { addMark, clearMarks, lockRate, type Rate, refuseWhenReached } from '#kit/server/rateLimit.ts'
import { loginLimits } from '../../../limits.ts'
import { isPassword } from '../../passwords.ts'

/** Who says that they are whom, from where. */
export type Claim = { readonly email: string; readonly ip: string }

/** The counters of a claim, the narrowest first. */
function ratesOf({ email, ip }: Claim): readonly [Rate, Rate, Rate] {
  const { windowMs, perAccountAndAddress, perAccount, perAddress } = loginLimits
  return [
    { kind: 'login', key: `${email} ${ip}`, limit: perAccountAndAddress, windowMs },
    { kind: 'login_account', key: email, limit: perAccount, windowMs },
    { kind: 'login_address', key: ip, limit: perAddress, windowMs },
  ]
}

/**
 * Whether the password is right; null for `passwordHash` is nobody, and takes as long. Wrong ones are counted.
 * Throws `too_many` past the limits, also for a right one: whoever sends many at once learns no more than
 * the limit allows.
 */
export async function recognise(
  deps: { db: Db; clock: Clock },
  claim: Claim,
  proof: { passwordHash: string | null; password: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const rates = ratesOf(claim)
  for (const rate of rates) await refuseWhenReached(deps.db, rate, now)
  const right = await isPassword(proof.passwordHash, proof.password)
  await transaction(deps.db, async (db) => {
    await lockRate(db, rates[0])
    await refuseWhenReached(db, rates[0], now)
    if (right) return clearMarks(db, rates[0])
    for (const rate of rates) await addMark(db, rate, now)
  })
  return right
}

/** The person proved who they are in another way: their wrong passwords do not count any more. */
export async function forgiveGuesses(db: Db, claim: Claim): Promise<void> {
  const [narrow, ofAccount] = ratesOf(claim)
  await clearMarks(db, narrow)
  await clearMarks(db, ofAccount)
}
