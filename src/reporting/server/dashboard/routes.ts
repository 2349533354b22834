import type { FastifyInstance } from 'fastify'
import type { Db } from '#db/schema.ts'
import { invalid } from '#kit/fail.ts'
import { toReais } from '#kit/money.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import type { Lots, PortalCaller } from '#session/server/caller.ts'
import { badPeriod } from '#staff/fields.ts'
import { lotsWanted, memberOf, seesLots } from '#staff/server/member.ts'
import { type DashboardRow, firstSteps, readDashboard } from '../../dashboard.ts'
import { daysBetween, periodsOf } from '../../periods.ts'
import type { ReportingDeps } from '../deps.ts'
import type { SumKind } from '../sums/sources.ts'
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
  const sums = await store.sumsOf(db, span, hasHours(span.from, now))
  const [refusals, peaks] = [await store.refusalCounts(db, span), await store.peaks(db, span)]
  const of = (...kinds: readonly SumKind[]) => sums.filter(({ kind }) => kinds.includes(kind))
  const [captured, pix, refunded] = [of('pix', 'card'), of('pix'), of('refund')]
  const [machine, entries] = [of('machine'), of('entry')]
  const rows = periodsOf(span.from, span.to, span.unit).map((period): DashboardRow => {
    const within = ({ period: of }: store.Sum) => of === period
    const peak = peaks.find(within)
    return {
      period,
      ...totalsOf(...[captured, pix, refunded, machine, refusals, entries].map((all) => all.filter(within))),
      peak: peak ? Math.round((100 * peak.count) / Math.max(1, peak.amount)) : null,
    }
  })
  return {
    rows,
    totals: totalsOf(captured, pix, refunded, machine, refusals, entries),
    lots: (await lotNames(db)).filter(({ id }) => seesLots({ lots: seen }, [id])),
    without_tariff: await store.lotsWithoutTariff(db, seen),
    waiting: await store.waitingPayments(db, seen),
  }
}

function check({ from, to }: store.Span): void {
  if (to < from) throw invalid({ to: [badPeriod] })
  if (daysBetween(from, to) > longestDays) throw invalid({ to: ['Escolha no máximo um ano.'] })
}

function totalsOf(
  ...[captured, pix, refunded, machine, refusals, entries]: readonly (readonly store.Sum[])[]
) {
  const amount = (sums: readonly store.Sum[] = []) => toReais(sums.reduce((all, sum) => all + sum.amount, 0))
  const count = (sums: readonly store.Sum[] = []) => sums.reduce((all, sum) => all + sum.count, 0)
  return {
    captured: amount(captured),
    pix: amount(pix),
    refunded: amount(refunded),
    machine: amount(machine),
    payments: count(captured),
    refusals: count(refusals),
    entries: count(entries),
  }
}
