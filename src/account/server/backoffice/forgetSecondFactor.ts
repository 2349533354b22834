import { signOutEverywhere } from './changeStaff.ts'
import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { dropSecondFactor } from '#staff/server/store.ts'

/** Deletes a lost authenticator and ends the logins; the next sign-in enrols another. Throws `not_found`. */
export async function forgetSecondFactor(
  tx: Tx,
  userId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await signOutEverywhere(tx, userId, { actor, now })
  if (!(await dropSecondFactor(tx, userId))) return
  await audit(tx, {
    at: now,
    actor,
    subject: 'account',
    subjectId: String(userId),
    action: 'second_factor_reset',
    before: null,
    after: null,
  })
}
