// npm run bench:growth [-- most stays]: how much slower the portal is when its tables grow, in one run on one PostgreSQL.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../test/support/client.ts'
import { median } from './median.ts'
import { queryOnce } from '../test/support/database/queryOnce.ts'
import { logInAdmin } from './server/logInAdmin.ts'
import { fillHistory, names, stayedCode, withoutChecks } from './server/history.ts'
import { load } from './server/load.ts'
import { bareSide } from './sides/bareSide.ts'
import { portalSide, type PortalSide, portalTickets } from './sides/portalSide.ts'
import { withBenchServers } from './server/benchServers.ts'
import type { Side } from './sides/sides.ts'
import { ticketCodeOf } from './sides/ticketCounts.ts'

const [most = 10_000_000, stays = 1_000_000] = process.argv.slice(2).map(Number)
const least = 10_000
/** The least rate of look-ups with all tickets, as a part of the rate with the fewest. */
const wanted = 0.9
const oneOfThem = stayedCode(Math.ceil(stays / 2))

/** Screens that staff open first, and searches, which must not read the whole history. */
const screens = [
  [
    'dashboard, a month',
    (day: (ago: number) => string) => `/api/staff/dashboard?from=${day(30)}&to=${day(0)}`,
  ],
  ['dashboard, a year by month', (day) => `/api/staff/dashboard?from=${day(365)}&to=${day(0)}&by=month`],
  ['transactions, newest', () => '/api/staff/transactions'],
  ['transactions, page 50', () => '/api/staff/transactions?p=50'],
  ['transactions of one ticket', () => `/api/staff/transactions?q=${oneOfThem}`],
  ['transactions by a name that one in a thousand has', () => `/api/staff/transactions?q=${names.ofFew}`],
  ['transactions by a name that everybody has', () => `/api/staff/transactions?q=${names.ofAll}`],
  ['tickets, newest', () => '/api/staff/tickets'],
  ['tickets, one', () => `/api/staff/tickets?q=${oneOfThem}`],
  ['audit, newest', () => '/api/staff/audit'],
] as const satisfies readonly (readonly [string, (day: (ago: number) => string) => string])[]

await withBenchServers(async (postgres, outside) => {
  const sides: Side[] = []
  /** A server with a database of its own. */
  const begun = async <S extends Side>(
    name: string,
    begin: (databaseUrl: string) => Promise<S>,
  ): Promise<S> => {
    await queryOnce(`${postgres.url}/postgres`, `create database ${name}`)
    const side = await begin(`${postgres.url}/${name}`)
    sides.push(side)
    return side
  }
  const portal = (databaseUrl: string) => portalSide(databaseUrl, outside, { looked: least, paid: 1 })
  const bare = (looked: number) => (databaseUrl: string) => bareSide(databaseUrl, { looked, paid: 0 })
  try {
    const young = await begun('young', portal)
    const grown = await begun('grown', portal)
    await grow(grown, `${postgres.url}/grown`)
    const [few, many] = [await begun('few', bare(least)), await begun('many', bare(most))]
    for (const name of ['young', 'grown', 'few', 'many'])
      await queryOnce(`${postgres.url}/${name}`, 'vacuum analyze')
    // Written to disk before the measurement: no other hour writes ten million tickets.
    await queryOnce(`${postgres.url}/postgres`, 'checkpoint')
    const kept = await inTurn([young.lookUp, () => grown.look(ticketCodeOf(1 + randomInt(most)))], 'portal')
    print(`bare keeps ${(await inTurn([few.lookUp, many.lookUp], 'bare')).toFixed(2)}`)
    process.exitCode = kept >= wanted ? 0 : 1
    print(`the portal keeps ${kept.toFixed(2)} (wanted >= ${wanted}): ${kept >= wanted ? 'met' : 'missed'}`)
  } finally {
    for (const side of sides) await side.stop()
  }
})

/** Inserts the stays, opens the staff's screens, and inserts the tickets. */
async function grow(side: PortalSide, databaseUrl: string): Promise<void> {
  await side.purchase()
  await side.settle()
  await fillHistory(databaseUrl, stays)
  await summed(databaseUrl)
  const { get } = await logInAdmin(side.url, databaseUrl)
  const read = async (path: string) => (await get(path)).body
  const today = Date.now()
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
  for (const [name, path] of screens) {
    if (at(await read(path(day)), 'meta.total') === 0) throw new Error(`${name} finds nothing`)
    const done = await load(() => read(path(day)), { lanes: 1, seconds: 3 })
    print(`${stays} stays: ${name}: p50 ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms`)
  }
  const step = 1_000_000
  for (let from = least + 2; from <= most; from += step)
    await queryOnce(databaseUrl, `${withoutChecks}; ${portalTickets(from, Math.min(most, from + step - 1))}`)
  // The portal would count ten million tickets during the look-ups, which no hour brings.
  await queryOnce(
    databaseUrl,
    "update hour_sum_upto set number = (select max(id) from ticket) where source = 'ticket'",
  )
}

/**
 * Look-ups with few tickets and with many, each on a server of its own, in turn, so that a slow machine and warm-up
 * affect both. Answers the second rate as a part of the first, the median of the rounds.
 */
async function inTurn(works: readonly [Work, Work], name: string): Promise<number> {
  const rate = async (work: Work) => {
    await load(work, { lanes: 32, seconds: 1 })
    return (await load(work, { lanes: 32, seconds: 5 })).rate
  }
  for (const work of works) await load(work, { lanes: 32, seconds: 8, least: 30_000 })
  const kept: number[] = []
  for (let round = 1; round <= 5; round += 1) {
    const [before, after] = [await rate(works[0]), await rate(works[1])]
    kept.push(after / before)
    print(
      `${name}: ${before.toFixed(0)} look-ups a second of ${least} tickets, ${after.toFixed(0)} of ${most}`,
    )
  }
  return median(kept)
}

type Work = () => Promise<unknown>

/** Waits until the sums of the ledger, which are computed in the background every 30 s, are complete. */
async function summed(databaseUrl: string): Promise<void> {
  const isSuperseded = `select bool_or(number < (case source when 'ledger' then (select max(id) from ledger) else
      (select max(id) from ticket) end) - 1000) as late from hour_sum_upto where source <> 'paid_segment'`
  while ((await queryOnce(databaseUrl, isSuperseded)).rows[0]?.late === true) await wait(1_000)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
