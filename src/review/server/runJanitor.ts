import { sweepPayments } from '#payment/janitor/server/sweepPayments.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { closeCasesWithoutExcess } from './doubtedMoney.ts'
import { closeResolvedCases, findLateCases } from './lateCases.ts'

export async function runJanitor(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const checkedCount = await sweepPayments(deps, stopping)
  await updateCases(deps)
  return checkedCount
}

async function updateCases({ db, clock, subject }: PaymentDeps): Promise<void> {
  const now = clock.now()
  const late = await findLateCases(db, now)
  await transaction(db, async (tx) => {
    for (const lateCase of late) await openCase(tx, lateCase, now)
    await closeResolvedCases(tx, now)
  })
  await closeCasesWithoutExcess(db, subject, now)
}
