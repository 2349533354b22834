import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import {
  recordHits,
  clearHits,
  type Counted,
  lockRate,
  refuseWhenReached,
} from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { Session } from '#session/session.ts'
import { isPassword } from '../../passwords.ts'

/** Who says that they are whom, from where. */
export type Claim = {
  readonly email: string
  readonly by: LimitedCaller
  /**
   * What names this browser or login to the person, where they proved before who they are: then nobody else's wrong
   * passwords keep them waiting (docs/spec.md#r20). Null for a stranger.
   */
  readonly known: string | null
}

/** The counters of a claim, the narrowest first. */
function countedOf({ email, by, known }: Claim): readonly [Counted, ...Counted[]] {
  if (known !== null) return [{ limit: 'login_known', key: `${known} ${email}` }]
  return [
    { limit: 'login', key: `${email} ${by.ip}` },
    { limit: 'login_account', key: email },
  ]
}

/**
 * Whether the password is right; null for `passwordHash` is nobody, and takes as long. Wrong ones are counted.
 * Throws `too_many` past the limits, before anything is hashed, also for a right one: whoever sends many at once learns
 * no more than the limit allows; and what `admitAttempt` throws.
 */
export async function recognise(
  deps: { db: Db; clock: Clock },
  claim: Claim,
  proof: { passwordHash: string | null; password: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const counted = countedOf(claim)
  for (const one of counted) await refuseWhenReached(deps.db, one, now)
  await admitAttempt(deps.db, 'login_address', claim.by, now)
  const right = await isPassword(proof.passwordHash, proof.password, claim.by.ip)
  await transaction(deps.db, async (db) => {
    await lockRate(db, counted[0])
    await refuseWhenReached(db, counted[0], now)
    if (right) return clearHits(db, counted[0])
    await recordHits(db, [...counted, { limit: 'login_address', key: claim.by.ip }], now)
  })
  return right
}

/** `recognise` for who is signed in: their own wrong passwords count, and nobody else's. */
export async function recogniseSelf(
  deps: { db: Db; clock: Clock },
  by: LimitedCaller & { readonly session: Session },
  { email, ...proof }: { email: string; passwordHash: string; password: string },
): Promise<boolean> {
  return recognise(deps, { email, by, known: `session ${by.session.hash}` }, proof)
}

/** The person proved who they are in another way: the wrong passwords of this place do not count any more. */
export async function forgiveGuesses(db: Db, { email, ip }: { email: string; ip: string }): Promise<void> {
  await clearHits(db, { limit: 'login', key: `${email} ${ip}` })
  await clearHits(db, { limit: 'login_account', key: email })
}
