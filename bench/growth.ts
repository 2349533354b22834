// npm run bench:growth [-- most stays]: what the portal loses when its tables grow, in one run on one PostgreSQL.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../test/support/client.ts'
import { median } from './median.ts'
import { ask } from './machine/ask.ts'
import { signedInAdmin } from './server/desk.ts'
import { fillHistory, names, stayedCode, withoutChecks } from './server/history.ts'
import { load } from './server/load.ts'
import { portalTickets } from './sides/portalSide.ts'
import { withPortal } from './server/stage.ts'
import { codeOf } from './sides/stock.ts'

const [most = 10_000_000, stays = 1_000_000] = process.argv.slice(2).map(Number)
const least = 10_000
const oneOfThem = stayedCode(Math.ceil(stays / 2))

/** What staff open first, and what they look for: screens that must not wait for the whole history. */
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

await withPortal({ looked: least, paid: 1 }, async (side, databaseUrl) => {
  const looks = async (tickets: number) => {
    const work = () => side.look(codeOf(1 + randomInt(tickets)))
    await load(work, { lanes: 32, seconds: 5 })
    const rates: number[] = []
    for (let round = 0; round < 3; round += 1) rates.push((await load(work, { lanes: 32, seconds: 5 })).rate)
    return median(rates)
  }
  await side.purchase()
  await side.settle()
  await looks(least)
  const few = await looks(least)
  say(`${least} tickets: ${few.toFixed(0)} look-ups a second`)

  await fillHistory(databaseUrl, stays)
  await summed(databaseUrl)
  const read = await signedInAdmin(side.url, databaseUrl)
  const today = Date.now()
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
  for (const [name, path] of screens) {
    if (at(await read(path(day)), 'meta.total') === 0) throw new Error(`${name} finds nothing`)
    const done = await load(() => read(path(day)), { lanes: 1, seconds: 3 })
    say(`${stays} stays: ${name}: p50 ${done.p50.toFixed(0)} ms, p99 ${done.p99.toFixed(0)} ms`)
  }

  const step = 1_000_000
  for (let from = least + 2; from <= most; from += step)
    await ask(databaseUrl, `${withoutChecks}; ${portalTickets(from, Math.min(most, from + step - 1))}`)
  await ask(databaseUrl, 'vacuum analyze')
  // What was filled in is on the disk before anybody looks: no other hour writes ten million tickets.
  await ask(databaseUrl, 'checkpoint')
  const many = await looks(most)
  const isMet = many / few >= 0.9
  process.exitCode = isMet ? 0 : 1
  say(
    `${most} tickets: ${many.toFixed(0)} look-ups a second, ${(many / few).toFixed(2)} of before (wanted >= 0.9): ${isMet ? 'met' : 'missed'}`,
  )
})

/** The books' sums are made in the background, every 30 s a part of what is there. */
async function summed(databaseUrl: string): Promise<void> {
  const isBehind = `select bool_or(number < (case source when 'ledger' then (select max(id) from ledger) else
      (select max(id) from ticket) end) - 1000) as late from hour_sum_upto where source <> 'paid_segment'`
  while ((await ask(databaseUrl, isBehind)).rows[0]?.late === true) await wait(1_000)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
