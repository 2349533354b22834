import { sweepPayments } from '#payment/janitor/server/sweepPayments.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { closeResolvedCases, findLateCases } from './lateCases.ts'

export async function runJanitor(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const looked = await sweepPayments(deps, stopping)
  await updateCases(deps)
  return looked
}

async function updateCases({ db, clock }: PaymentDeps): Promise<void> {
  const now = clock.now()
  const late = await findLateCases(db, now)
  await transaction(db, async (tx) => {
    for (const found of late) await openCase(tx, found, now)
    await closeResolvedCases(tx, now)
  })
}
