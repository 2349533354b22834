import type { FastifyInstance } from 'fastify'
import { findAuditRows } from '#kit/server/auditRows.ts'
import { answerChange } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readAcquirerEventNumber } from '#payment/server/difference/saleEvents.ts'
import type { StaffMember, PortalCaller } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { toHistoryEvents, wireHistory } from '#staff/server/history.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { editedReply } from '#staff/server/lists.ts'
import { memberOf } from '#staff/server/member.ts'
import { disputeTrail } from '../auditTerms.ts'
import * as contract from '../backoffice.ts'
import { canMove, settableStates } from '../states.ts'
import type { DisputeDeps } from './deps.ts'
import { disputesList, wireDisputeRow } from './disputesList.ts'
import { loadEvidence } from './evidence.ts'
import { moveDispute } from './flow/moveDispute.ts'
import { disputeById } from './store.ts'

/** docs/back-office.md#contestações */
export function disputeRoutes(app: FastifyInstance, deps: DisputeDeps, portal: Guard<PortalCaller>): void {
  const file = async (id: number, member: StaffMember) => editedReply(await wireDispute(deps, id, member))
  mountList(app, deps, portal, disputesList)
  mount(app, contract.openDispute, portal, ({ params }, caller) => file(params.id, memberOf(caller)))
  mount(app, contract.moveDispute, portal, async ({ params, body }, caller) => {
    const member = memberOf(caller)
    const change = { to: body.state, reason: body.reason }
    return answerChange(
      () => moveDispute(deps, params.id, change, member),
      () => file(params.id, member),
    )
  })
}

/** Throws `not_found`. */
async function wireDispute(
  deps: DisputeDeps,
  id: number,
  member: StaffMember,
): Promise<contract.WireDispute> {
  const row = await disputeById(deps.db, id, member)
  const manager = isAllowed(member.level, 'manager')
  const history = toHistoryEvents(disputeTrail, await findAuditRows(deps.db, 'dispute', [id]))
  return {
    ...wireDisputeRow(row),
    number: readAcquirerEventNumber(row),
    text: row.text,
    eci: row.eci,
    acquirer: row.acquirer,
    reason: row.reason,
    evidence: await loadEvidence(deps, {
      paymentId: row.payment_id,
      attemptId: row.attempt_id,
      showsTaxId: manager,
    }),
    history: await wireHistory(deps, history, row.time_zone),
    can: manager ? settableStates.filter((to) => canMove(row.state, to)) : [],
  }
}
