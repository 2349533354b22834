import { transaction } from '#kit/server/db/transaction.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { closeEnded, findLate } from './lateCases.ts'

/** Whatever is older than its limit becomes a case with its sum, and is none any more once it has ended. */
export async function watchLimits(deps: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  const late = await findLate(deps.db, now)
  await transaction(deps.db, async (tx) => {
    for (const found of late) await openCase(tx, found, now)
    await closeEnded(tx, now)
  })
}
