import type { FastifyInstance } from 'fastify'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { sumStatementFees } from '#reporting/server/reconciliation/store.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { assertLot, requestedLots, memberOf } from '#staff/server/member.ts'
import { mountList } from '#staff/server/exports/defineList.ts'
import { editedReply } from '#staff/server/lists.ts'
import * as contract from '../backoffice.ts'
import type { ClosingDeps } from './deps.ts'
import { closingsList } from './exports/exportClosings.ts'
import { adjustClosing } from './flow/adjustClosing.ts'
import { requestClosingMail } from './flow/mailClosing.ts'
import { openClosing, previewClosing } from './flow/openClosing.ts'
import { sumPeriods } from './flow/sumPeriods.ts'
import { wireTotals } from './view.ts'

/** docs/back-office.md#fechamentos */
export function closingRoutes(app: FastifyInstance, deps: ClosingDeps, portal: Guard<PortalCaller>): void {
  mountList(app, deps, portal, closingsList)
  mount(app, contract.previewClosing, portal, async ({ query }, caller) => ({
    data: await previewClosing(deps, query.lot_id, memberOf(caller)),
  }))
  mount(app, contract.sumClosings, portal, async ({ query }, caller) => {
    const { unit, from, to } = query
    const lots = requestedLots(memberOf(caller), query.lot_id)
    const { periods, totals } = await sumPeriods(deps, { unit, from, to, lots })
    const fees = await sumStatementFees(deps.db, { unit, from, to, lots })
    const rows = periods.map(({ missingDays, ...period }) => ({
      ...period,
      totals: wireTotals(period.totals),
      missing_days: missingDays,
      statement_fees: fees.get(period.period) ?? null,
    }))
    const missing = periods.flatMap((period) => period.missingDays)
    return { data: { rows, totals: wireTotals(totals), missing_days: missing } }
  })
  mount(app, contract.openClosing, portal, async ({ params }, caller) =>
    editedReply(await openClosing(deps, params.id, memberOf(caller))),
  )
  mount(app, contract.adjustClosing, portal, async ({ body }, caller) => {
    const { lot_id: lotId, of_day: ofDay, value, reason } = body
    const member = memberOf(caller)
    assertLot(member, lotId)
    const entry = { lotId, ofDay, cents: Math.round(value * 100), reason, actor: member.actor }
    const id = await withCurrentOnConflict(
      () => adjustClosing(deps, entry),
      async () => ({ data: await previewClosing(deps, lotId, member) }),
    )
    return { data: { id } }
  })
  mount(app, contract.mailClosing, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    await withCurrentOnConflict(
      () => requestClosingMail(deps, params.id, member),
      async () => ({ data: await openClosing(deps, params.id, member) }),
    )
    return { data: { message: 'O fechamento foi enviado por e-mail.' } }
  })
}
