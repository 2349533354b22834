import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { invalid } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { VisibleLots, PortalCaller } from '#session/server/caller.ts'
import { invalidPeriodText } from '#staff/fields.ts'
import { requestedLots, memberOf, canSeeLots } from '#staff/server/member.ts'
import { lotsWithTariff } from '#ticket/server/tariff/store.ts'
import { firstSteps, readDashboard } from '../../dashboard.ts'
import { countDays, listPeriods } from '../../periods.ts'
import type { ReportingDeps } from '../deps.ts'
import { hasHourSums } from '../sums/updateHourSums.ts'
import * as store from './store.ts'

/** docs/back-office.md#painel */
export function dashboardRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>) {
  mount(app, readDashboard, portal, async ({ query }, caller) => {
    const { from, to, by: unit } = query
    const member = memberOf(caller)
    const lots = requestedLots(member, query.lot_id)
    const now = deps.clock.now()
    const sums = await loadDashboard(deps.db, { from, to, unit, lots }, member.lots, now)
    const done = {
      identity: (await deps.missingSettings()).length === 0,
      lot: sums.lots.length > 0,
      tariff: sums.lots.length > sums.without_tariff.length,
      device: await deps.hasDevice(deps.db),
    }
    const steps = firstSteps.map((step) => ({ step, done: done[step] }))
    const warnings = [...deps.environmentWarnings]
    return { data: { ...sums, first_steps: steps, warnings, server_now: now.toISOString() } }
  })
}

const maxPeriodDays = 400

/** Lots and waiting payments are of all lots that the caller may see. Throws 422. */
async function loadDashboard(db: Db, span: store.PeriodFilter, visible: VisibleLots, now: Date) {
  assertPeriod(span)
  const sums = [
    ...(await store.sumByPeriod(db, span, hasHourSums(span.from, now))),
    ...(await store.countRefusals(db, span)),
  ]
  const ofPeriod = Map.groupBy(sums, ({ period }) => period)
  const peaks = new Map((await store.peakOccupancy(db, span)).map(({ period, percent }) => [period, percent]))
  const rows = listPeriods(span.from, span.to, span.unit).map((period) => ({
    period,
    ...toFigures(ofPeriod.get(period) ?? []),
    peak: peaks.get(period) ?? null,
  }))
  const lots = (await readLotNames(db)).filter(({ id }) => canSeeLots({ lots: visible }, [id]))
  const withTariff = await lotsWithTariff(db)
  return {
    rows,
    totals: toFigures(sums),
    lots,
    without_tariff: lots.filter(({ id }) => !withTariff.has(id)),
    waiting: await store.countUnresolvedPayments(db, visible),
  }
}

function assertPeriod({ from, to }: store.PeriodFilter): void {
  if (to < from) throw invalid({ to: [invalidPeriodText] })
  if (countDays(from, to) > maxPeriodDays) throw invalid({ to: ['Escolha no máximo um ano.'] })
}

function toFigures(sums: readonly store.PeriodSum[]) {
  const total = (of: 'amount' | 'count', ...kinds: readonly store.PeriodSum['kind'][]) =>
    sums.reduce((all, sum) => (kinds.includes(sum.kind) ? all + sum[of] : all), 0)
  return {
    captured: toReais(total('amount', 'pix', 'card')),
    pix: toReais(total('amount', 'pix')),
    refunded: toReais(total('amount', 'refund')),
    machine: toReais(total('amount', 'machine')),
    till: toReais(total('amount', 'till')),
    payments: total('count', 'pix', 'card'),
    refusals: total('count', 'refusal'),
    entries: total('count', 'entry'),
  }
}
