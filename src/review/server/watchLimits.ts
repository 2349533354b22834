import { transaction } from '#kit/server/db/transaction.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { closeEnded, findLate } from './lateCases.ts'

/** Opens cases for payments older than their limit and closes those that ended. */
export async function watchLimits(deps: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  const late = await findLate(deps.db, now)
  await transaction(deps.db, async (tx) => {
    for (const found of late) await openCase(tx, found, now)
    await closeEnded(tx, now)
  })
}
