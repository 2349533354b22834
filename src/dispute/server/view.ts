import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { auditOf } from '#kit/server/auditRows.ts'
import { numberAtAcquirer } from '#payment/server/difference/saleEvents.ts'
import { wirePaymentOf } from '#review/server/backoffice/openPaymentFile.ts'
import type { Member } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { fromAudit, wireHistory } from '#staff/server/history.ts'
import { disputeTrail } from '../auditTerms.ts'
import type { WireDispute, WireDisputeRow } from '../backoffice.ts'
import { mayMove, movedStates } from '../states.ts'
import type { DisputeDeps } from './deps.ts'
import { evidenceOf } from './evidence.ts'
import { disputeById, type FoundDispute } from './store.ts'

export function wireRow(row: FoundDispute): WireDisputeRow {
  const iso = (at: Date) => isoIn(row.time_zone, at)
  return {
    id: row.id,
    ...wirePaymentOf(row),
    kind: row.kind,
    state: row.state,
    amount: wireMoney(row.amount_cents),
    told_at: iso(row.told_at),
    deadline_at: row.deadline_at && iso(row.deadline_at),
  }
}

/** Throws `not_found`. */
export async function wireDispute(deps: DisputeDeps, id: number, member: Member): Promise<WireDispute> {
  const row = await disputeById(deps.db, id, member)
  const manager = isAllowed(member.level, 'manager')
  const history = fromAudit(disputeTrail, await auditOf(deps.db, 'dispute', [id]))
  return {
    ...wireRow(row),
    number: numberAtAcquirer(row),
    text: row.text,
    eci: row.eci,
    acquirer: row.acquirer,
    reason: row.reason,
    evidence: await evidenceOf(deps, {
      paymentId: row.payment_id,
      attemptId: row.attempt_id,
      wholeTaxId: manager,
    }),
    history: await wireHistory(deps, history, row.time_zone),
    can: manager ? movedStates.filter((to) => mayMove(row.state, to)) : [],
  }
}
