import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffClosedKind } from '#payment/caseKinds.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { closeCase, isCaseOpen } from '#payment/server/ledger/cases.ts'
import { lockPayment, ofPayment } from '#payment/server/store.ts'

type Closed = { paymentId: number; kind: StaffClosedKind; reason: string; actor: string }

/** Throws `nothing_to_decide` where no case is open. */
export async function closeByStaff(deps: PaymentDeps, by: Closed): Promise<void> {
  const { paymentId, kind, reason, actor } = by
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { state } = await lockPayment(tx, paymentId)
    if (!(await isCaseOpen(tx, paymentId, kind))) throw fail('nothing_to_decide')
    await closeCase(tx, paymentId, kind, now)
    const after = { case: kind, reason }
    await audit(tx, { ...ofPayment(paymentId, actor, now), action: 'case_closed', before: { state }, after })
  })
}
