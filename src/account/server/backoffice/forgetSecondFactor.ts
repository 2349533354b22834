import { signOutEverywhere } from './changeStaff.ts'
import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { dropSecondFactor } from '#staff/server/store.ts'

/**
 * Forgets somebody's authenticator, who lost it, and ends their logins: whoever signs in next sets up another. In the
 * caller's transaction. Throws `not_found`.
 */
export async function forgetSecondFactor(
  db: Tx,
  userId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await signOutEverywhere(db, userId, { actor, now })
  if (!(await dropSecondFactor(db, userId))) return
  await audit(db, {
    at: now,
    actor,
    subject: 'account',
    subjectId: String(userId),
    action: 'second_factor_reset',
    before: null,
    after: null,
  })
}
