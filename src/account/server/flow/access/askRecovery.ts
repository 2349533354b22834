import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { countOne } from '#kit/server/rateLimit.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { recoveryLimits } from '../../../limits.ts'
import type { AccountDeps } from '../../deps.ts'
import { recoveryJob } from '../../jobs/mailRecovery.ts'
import { userByEmail } from '../../store.ts'

/**
 * Asks for a mail with a link to a new password. Does the same, and as long, whether or not the e-mail has an
 * account; the link's token is made by the job, so that no queue holds it. Throws `too_many`.
 */
export async function askRecovery(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'kick'>,
  asked: { email: string; ip: string },
): Promise<void> {
  const now = deps.clock.now()
  const { windowMs, perEmail, perAddress } = recoveryLimits
  await transaction(deps.db, async (db) => {
    await countOne(db, { kind: 'recovery', key: asked.email, limit: perEmail, windowMs }, now)
    await countOne(db, { kind: 'recovery_address', key: asked.ip, limit: perAddress, windowMs }, now)
    const user = await userByEmail(db, asked.email)
    await enqueue(db, recoveryJob, { userId: user?.id ?? null }, { key: `recovery-${randomToken()}`, now })
  })
  deps.kick()
}
