import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { invalid } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import type { Lots, PortalCaller } from '#session/server/caller.ts'
import { badPeriod } from '#staff/fields.ts'
import { lotsWanted, memberOf, seesLots } from '#staff/server/member.ts'
import { lotsWithTariff } from '#ticket/server/store.ts'
import { firstSteps, readDashboard } from '../../dashboard.ts'
import { daysBetween, periodsOf } from '../../periods.ts'
import type { ReportingDeps } from '../deps.ts'
import { hasHours } from '../sums/sumHours.ts'
import * as store from './store.ts'

/** docs/back-office.md#painel */
export function dashboardRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>) {
  mount(app, readDashboard, portal, async ({ query }, caller) => {
    const { from, to, by: unit } = query
    const member = memberOf(caller)
    const lots = lotsWanted(member, query.lot_id)
    const now = deps.clock.now()
    const sums = await sumDashboard(deps.db, { from, to, unit, lots }, { now, seen: member.lots })
    const done = {
      identity: (await deps.missing()).length === 0,
      lot: sums.lots.length > 0,
      tariff: sums.lots.length > sums.without_tariff.length,
      device: await deps.hasDevice(deps.db),
    }
    const steps = firstSteps.map((step) => ({ step, done: done[step] }))
    return { data: { ...sums, first_steps: steps, server_now: now.toISOString() } }
  })
}

const longestDays = 400

/** Lots and waiting payments are of all `seen` lots. Throws 422. */
async function sumDashboard(db: Db, span: store.Span, { now, seen }: { now: Date; seen: Lots }) {
  check(span)
  const sums = [
    ...(await store.sumsOf(db, span, hasHours(span.from, now))),
    ...(await store.refusalCounts(db, span)),
  ]
  const ofPeriod = Map.groupBy(sums, ({ period }) => period)
  const peaks = new Map((await store.peaks(db, span)).map(({ period, percent }) => [period, percent]))
  const rows = periodsOf(span.from, span.to, span.unit).map((period) => ({
    period,
    ...figuresOf(ofPeriod.get(period) ?? []),
    peak: peaks.get(period) ?? null,
  }))
  const lots = (await lotNames(db)).filter(({ id }) => seesLots({ lots: seen }, [id]))
  const withTariff = await lotsWithTariff(db)
  return {
    rows,
    totals: figuresOf(sums),
    lots,
    without_tariff: lots.filter(({ id }) => !withTariff.has(id)),
    waiting: await store.waitingPayments(db, seen),
  }
}

function check({ from, to }: store.Span): void {
  if (to < from) throw invalid({ to: [badPeriod] })
  if (daysBetween(from, to) > longestDays) throw invalid({ to: ['Escolha no máximo um ano.'] })
}

function figuresOf(sums: readonly store.Sum[]) {
  const total = (of: 'amount' | 'count', ...kinds: readonly store.Sum['kind'][]) =>
    sums.reduce((all, sum) => (kinds.includes(sum.kind) ? all + sum[of] : all), 0)
  return {
    captured: toReais(total('amount', 'pix', 'card')),
    pix: toReais(total('amount', 'pix')),
    refunded: toReais(total('amount', 'refund')),
    machine: toReais(total('amount', 'machine')),
    payments: total('count', 'pix', 'card'),
    refusals: total('count', 'refusal'),
    entries: total('count', 'entry'),
  }
}
