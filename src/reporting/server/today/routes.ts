import type { FastifyInstance } from 'fastify'
import { earlier, isoIn } from '#kit/clock.ts'
import { startOfDay } from '#kit/localInstant.ts'
import { toReais } from '#kit/money.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { methodByNumber } from '#payment/method/method.ts'
import { readLotStats } from '#parking/server/flow/readLotStats.ts'
import type { VisibleLots, PortalCaller, StaffMember } from '#session/server/caller.ts'
import { countReserved } from '#reservation/server/store.ts'
import { localPeriodOf } from '#staff/server/localPeriod.ts'
import { requestedLots, memberOf } from '#staff/server/member.ts'
import { lotsWithTariff } from '#ticket/server/tariff/store.ts'
import { countUnexplainedTills } from '#till/server/store.ts'
import { toMachineMethod } from '../../machineMethods.ts'
import { toTillMethod } from '../../tillMethods.ts'
import {
  type Figure,
  type FigureList,
  readToday,
  readWaiting,
  type Revenue,
  type TodayMethod,
  todayMethods,
  todayMethodTexts,
  type Waiting,
} from '../../today.ts'
import { countPaymentsInState, countUnresolvedPayments } from '../dashboard/store.ts'
import type { ReportingDeps } from '../deps.ts'
import {
  countRefusalsByLot,
  countTicketsByLot,
  listSilentDevices,
  type RevenueSum,
  sumRevenue,
} from './store.ts'

export function todayRoutes(app: FastifyInstance, deps: ReportingDeps, portal: Guard<PortalCaller>): void {
  mount(app, readToday, portal, async ({ query }, caller) => {
    const now = deps.clock.now()
    const lots = requestedLots(memberOf(caller), query.lot_id)
    const linkQuery = query.lot_id === null ? {} : { lot_id: String(query.lot_id) }
    const today = await loadToday(deps, { lots, linkQuery, member: memberOf(caller) }, now)
    return { data: { ...today, server_now: now.toISOString() } }
  })
  mount(app, readWaiting, portal, async ({ query }, caller) => {
    const lots = requestedLots(memberOf(caller), query.lot_id)
    const review = await countPaymentsInState(deps.db, lots, 'waiting')
    const tills = await countUnexplainedTills(deps.db, { lots, member: memberOf(caller) })
    return { data: { review, tills, ...(await deps.countOpenIssues(deps.db, lots)) } }
  })
}

/** `linkQuery`: the lot filter that the links of waiting work keep. */
type TodayFilter = {
  readonly lots: VisibleLots
  readonly linkQuery: { readonly lot_id?: string }
  readonly member: StaffMember
}

/** docs/back-office.md#hoje */
async function loadToday(deps: ReportingDeps, filter: TodayFilter, now: Date) {
  const { lots } = filter
  const { db } = deps
  const stats = (await readLotStats(db, { countReserved, lotsWithTariff }, now)).filter(
    ({ id }) => lots === null || lots.includes(id),
  )
  const inside = await countTicketsByLot(db, { lots, state: 'inside', from: null, until: null })
  const localLots = stats.map((lot) => {
    const zone = lot.time_zone
    const localTime = isoIn(zone, now)
    return { lot, zone, day: localTime.slice(0, 10), hour: Number(localTime.slice(11, 13)) }
  })
  const dayStarts = localLots.map(({ zone, day }) => startOfDay(day, zone))
  const today = { since: dayStarts.reduce(earlier, now), now }
  const sums = await sumRevenue(db, lots, today)
  const refusals = await countRefusalsByLot(db, lots, today)
  const silent = await listSilentDevices(db, lots)
  // Lots in other time zones may have another day.
  const entered = new Map<string, ReadonlyMap<number, number>>()
  for (const day of new Set(localLots.map((local) => local.day))) {
    const period = localPeriodOf({ from: day, until: day })
    entered.set(day, await countTicketsByLot(db, { lots, state: null, ...period }))
  }
  return {
    lots: localLots.map(({ lot: { id, name, free_total: free, total: spaces }, zone, day, hour }) => {
      const lot_id = String(id)
      const ofDay = { lot_id, from: day, until: day }
      const ofLot = sums.filter((sum) => sum.lot_id === id)
      return {
        id,
        name,
        time_zone: zone,
        day,
        inside: toFigure(inside.get(id), { name: 'tickets', query: { lot_id, state: 'inside' } }),
        free: toFigure(free, { name: 'lots', query: { lot_id } }),
        spaces,
        entered: toFigure(entered.get(day)?.get(id), { name: 'tickets', query: ofDay }),
        refusals: refusals.get(id) ?? 0,
        silent: silent.filter(({ lot_ids }) => lot_ids.includes(id)).map((device) => device.name),
        ...revenueOf(ofLot, hour, { name: 'closing_preview', query: { lot_id } }),
      }
    }),
    waiting: await loadWaiting(deps, filter),
  }
}

async function loadWaiting(
  { db, countOpenIssues }: ReportingDeps,
  { lots, linkQuery, member }: TodayFilter,
): Promise<Waiting> {
  const { unknown, review } = await countUnresolvedPayments(db, lots)
  const { disputes, alerts, contests } = await countOpenIssues(db, lots)
  const listed = (value: number, name: FigureList['name'], state = 'open') =>
    toFigure(value, { name, query: { ...linkQuery, state } })
  return {
    unknown: listed(unknown, 'transactions', 'unknown'),
    review: listed(review, 'transactions', 'review'),
    disputes: listed(disputes, 'disputes'),
    alerts: listed(alerts, 'alerts'),
    contests: listed(contests, 'contests'),
    tills: listed(await countUnexplainedTills(db, { lots, member }), 'tills', 'unexplained'),
    notes: toFigure(0, null),
  }
}

function toFigure(value: number | undefined, list: FigureList | null): Figure {
  return { value: value ?? 0, list }
}

function revenueOf(sums: readonly RevenueSum[], hour: number, list: FigureList) {
  const today = sums.filter((sum) => !sum.is_before)
  const before = sums.filter((sum) => sum.is_before)
  const compare = (isCounted: (sum: RevenueSum) => boolean): Revenue => {
    const [value, then] = [sumCents(today.filter(isCounted)), sumCents(before.filter(isCounted))]
    return { value: toReais(value), before: toReais(then), change: percentChange(value, then), list }
  }
  const from = (source: RevenueSum['source']) => (sum: RevenueSum) => sum.source === source
  const byMethod = Map.groupBy(today, methodOf)
  return {
    portal: compare(from('portal')),
    machine: compare(from('machine')),
    till: compare(from('till')),
    total: compare(() => true),
    payments: today.reduce((all, { captures }) => all + captures, 0),
    hours: Array.from({ length: hour + 1 }, (_, at) => {
      const then = today.filter((sum) => sum.hour === at)
      const reais = (source: RevenueSum['source']) => toReais(sumCents(then.filter(from(source))))
      return { hour: at, portal: reais('portal'), machine: reais('machine'), till: reais('till') }
    }),
    methods: todayMethods.flatMap((method) => {
      const found = byMethod.get(method)
      if (!found) return []
      return [{ method, text: todayMethodTexts[method].text, value: toReais(sumCents(found)), list }]
    }),
  }
}

function methodOf({ source, payment_type: type, word }: RevenueSum): TodayMethod {
  if (type !== null) return methodByNumber(type)
  return source === 'till' ? toTillMethod(word) : toMachineMethod(word)
}

function sumCents(sums: readonly RevenueSum[]): number {
  return sums.reduce((all, { cents }) => all + cents, 0)
}

/** Returns whole per cent, null where `before` is 0. */
function percentChange(value: number, before: number): number | null {
  return before === 0 ? null : Math.round((100 * (value - before)) / Math.abs(before))
}
