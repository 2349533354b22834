import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { recordHits, recordHitIfBelow } from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { AccountDeps } from '../../deps.ts'
import { recoveryJob } from '../../jobs/mailRecovery.ts'
import { userByEmail } from '../../store.ts'

/**
 * Asks for a mail with a link to a new password. Does the same, and as long, whether or not the e-mail has an
 * account; the link's token is made by the job, so that no queue holds it. Over the limit of the e-mail it mails nothing
 * and says the same: the links that were mailed are still good (docs/spec.md#r20). Throws what `admitAttempt` throws.
 */
export async function askRecovery(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { email: string; by: LimitedCaller },
): Promise<void> {
  const now = deps.clock.now()
  await admitAttempt(deps.db, 'recovery_address', asked.by, now)
  await transaction(deps.db, async (db) => {
    const mayMail = await recordHitIfBelow(db, { limit: 'recovery', key: asked.email }, now)
    await recordHits(db, [{ limit: 'recovery_address', key: asked.by.ip }], now)
    if (!mayMail) return
    const user = await userByEmail(db, asked.email)
    await enqueue(db, recoveryJob, { userId: user?.id ?? null }, { key: `recovery-${randomToken()}`, now })
  })
}
