import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { toReais } from '#kit/money.ts'
import { pagedList, requestedPage } from '#kit/paging.ts'
import { withFresh } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { statementFees } from '#reporting/server/reconciliation/store.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { assertLot, lotsWanted, memberOf } from '#staff/server/member.ts'
import { perPage, periodOf, editedReply } from '#staff/server/lists.ts'
import * as contract from '../backoffice.ts'
import type { ClosingDeps } from './deps.ts'
import { requestMail } from './flow/mailClosing.ts'
import { openClosing, previewClosing } from './flow/openClosing.ts'
import { sumPeriod } from './flow/sumPeriod.ts'
import { type ClosingFilter, closingsWithin, linesOf } from './store.ts'
import { wireRow, wireTotals } from './view.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { insertAdjustment, type Adjustment } from './adjustments.ts'
import { lockClosings } from './starts.ts'

/** docs/back-office.md#fechamentos */
export function closingRoutes(app: FastifyInstance, deps: ClosingDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.listClosings, portal, async ({ query }, caller) => {
    const request = requestedPage(query, perPage)
    // Refuses a period that ends before it begins.
    periodOf(query)
    const wanted = { lots: lotsWanted(memberOf(caller), query.lot_id), from: query.from, until: query.until }
    const list = await closingPage(deps.db, wanted, request)
    return pagedList(list, request, contract.listClosings.path)
  })
  mount(app, contract.previewClosing, portal, async ({ query }, caller) => ({
    data: await previewClosing(deps, query.lot_id, memberOf(caller)),
  }))
  mount(app, contract.sumClosings, portal, async ({ query }, caller) => {
    const { unit, from, to } = query
    const lots = lotsWanted(memberOf(caller), query.lot_id)
    const { periods, totals } = await sumPeriod(deps, { unit, from, to, lots })
    const fees = await statementFees(deps.db, { unit, from, to, lots })
    const rows = periods.map(({ missing, ...period }) => ({
      ...period,
      totals: wireTotals(period.totals),
      missing_days: missing,
      statement_fees: reaisOrNull(fees.get(period.period)),
    }))
    const missing = periods.flatMap((period) => period.missing)
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
    const id = await withFresh(
      () => adjustClosing(deps, entry),
      async () => ({ data: await previewClosing(deps, lotId, member) }),
    )
    return { data: { id } }
  })
  mount(app, contract.mailClosing, portal, async ({ params }, caller) => {
    const member = memberOf(caller)
    await withFresh(
      () => requestMail(deps, params.id, member),
      async () => ({ data: await openClosing(deps, params.id, member) }),
    )
    return { data: { message: 'O fechamento foi enviado por e-mail.' } }
  })
}

function reaisOrNull(cents: number | undefined): number | null {
  return cents === undefined ? null : toReais(cents)
}

async function closingPage(
  db: Db,
  wanted: ClosingFilter,
  { page, perPage: limit }: { page: number; perPage: number },
) {
  const list = closingsWithin(db, wanted)
  const { total } = await db
    .selectFrom(list.as('list'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await list
    .orderBy('closing.day', 'desc')
    .orderBy('closing.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const lines = await linesOf(db, ids)
  const names = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  return {
    rows: rows.map((row) => wireRow(row, lines.get(row.id) ?? [], names.get(row.lot_id) ?? '')),
    total,
  }
}

/** The lot's next closing counts it. Throws 422, `day_open`. */
async function adjustClosing(deps: ClosingDeps, entry: Omit<Adjustment, 'at'>): Promise<number> {
  const { db, clock } = deps
  const { lotId, ofDay } = entry
  if (!(await lotNames(db)).some(({ id }) => id === lotId))
    throw invalid({ lot_id: ['Escolha um estacionamento.'] })
  return transaction(db, async (tx) => {
    await lockClosings(tx, lotId)
    const closed = await closingsWithin(tx, { lots: [lotId], from: ofDay, until: ofDay }).executeTakeFirst()
    if (!closed) throw fail('day_open')
    const now = clock.now()
    const id = await insertAdjustment(tx, { ...entry, at: now })
    const { actor, reason, cents } = entry
    const of = { subject: 'closing', subjectId: String(closed.id), action: 'adjusted' } as const
    const after = { day: ofDay, amount_cents: cents, reason }
    await audit(tx, { at: now, actor, ...of, before: null, after })
    return id
  })
}
