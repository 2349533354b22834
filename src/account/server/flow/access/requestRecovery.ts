import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { recordHitIfBelow } from '#session/server/limits/admitHit.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { AccountDeps } from '../../deps.ts'
import { recoveryJob } from '../../jobs/mailRecovery.ts'
import { userByEmail } from '../../store.ts'

/**
 * Unknown e-mails and requests over the limit get the same answer in the same time (docs/spec.md#r20). The
 * job makes the token, so that no queue stores it. Throws as `admitAttempt`.
 */
export async function requestRecovery(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  asked: { email: string; by: LimitedCaller },
): Promise<void> {
  const now = deps.clock.now()
  await admitAttempt(deps.db, 'recovery_address', asked.by, now)
  await transaction(deps.db, async (tx) => {
    const mayMail = await recordHitIfBelow(tx, { limit: 'recovery', key: asked.email }, now)
    await recordHits(tx, [{ limit: 'recovery_address', key: asked.by.ip }], now)
    if (!mayMail) return
    const user = await userByEmail(tx, asked.email)
    await enqueue(tx, recoveryJob, { userId: user?.id ?? null }, { key: `recovery-${randomToken()}`, now })
  })
}
