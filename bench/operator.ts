// npm run bench:operator [-- stays]: exports, closing and screens of an operator with a year of paid stays
// (docs/performance.md). Ends with 1 when a limit is missed.
import { request } from 'node:http'
import { openWithoutMigrating } from '../src/app/server/database.ts'
import { closeDays } from '../src/closing/server/flow/closeDays.ts'
import { dayMs, addMs } from '../src/kit/clock.ts'
import { resetPeak, heldResources, peakMb } from './machine/meter.ts'
import { median } from './median.ts'
import { logInAdmin } from './server/logInAdmin.ts'
import { fillHistory } from './server/history.ts'
import { load } from './server/load.ts'
import { withPortal } from './server/benchServers.ts'
import { fillYear, reopenYesterday } from './server/year.ts'
import { call } from './sides/http.ts'
import type { PortalSide } from './sides/portalSide.ts'

const [stays = 200_000] = process.argv.slice(2).map(Number)
const busiest = Math.min(20_000, stays)
const limits = {
  aboveIdleMb: 150,
  firstByteMs: 1_000,
  closingMs: 5_000,
  payersP99: 1.3,
  screenMs: 300,
} as const
const lists = [
  'movements',
  'transactions',
  'tickets',
  'refunds',
  'reservations',
  'audit',
  'occupancy',
] as const
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
const screens = [
  '/api/staff/today',
  `/api/staff/occupancy?from=${day(365)}&until=${day(0)}&by=weekday_hour`,
  `/api/staff/closings/period?unit=month&from=${day(364)}&to=${day(0)}`,
  '/api/staff/closings/preview?lot_id=1',
  '/metrics',
]

type BackOffice = Awaited<ReturnType<typeof logInAdmin>>

await withPortal({ looked: 1_000, paid: 50_000 }, async (side, databaseUrl) => {
  await side.purchase()
  await side.settle()
  await fillHistory(databaseUrl, stays)
  await fillYear(databaseUrl, busiest)
  const desk = await logInAdmin(side.url, databaseUrl)
  const idleMb = heldResources(side.pid).mb
  for (const list of lists)
    for (const format of ['csv', 'xlsx']) await exported({ ...side, idleMb }, desk, `${list}.${format}`)
  for (const screen of screens) await asked(side, desk, screen)
  await closed(side, databaseUrl)
})

/** Exports a list of the whole year. */
async function exported(
  { url, pid, idleMb }: PortalSide & { idleMb: number },
  desk: BackOffice,
  name: string,
): Promise<void> {
  resetPeak(pid)
  const started = performance.now()
  let [firstMs, bytes] = [NaN, 0]
  await new Promise<void>((resolve, reject) => {
    const path = `/api/staff/exports/${name}?from=${day(380)}&until=${day(0)}`
    const sent = request(`${url}${path}`, { headers: { cookie: desk.cookie() } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${name} answered ${answer.statusCode}`))
      answer.once('data', () => (firstMs = performance.now() - started))
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.once('error', reject)
      answer.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end()
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`)
  check(`${name}, first byte`, firstMs, limits.firstByteMs, 'ms')
  check(`${name}, memory above idle`, peakMb(pid) - idleMb, limits.aboveIdleMb, 'MB')
}

async function asked({ url }: PortalSide, desk: BackOffice, path: string): Promise<void> {
  const read = async () => {
    const { status } = await call(`${url}${path}`, { method: 'GET', headers: { cookie: desk.cookie() } })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const { p50 } = await load(read, { lanes: 1, seconds: 2 })
  check(path, p50, limits.screenMs, 'ms')
}

/** Closes the busiest day, alone and repeatedly while payers pay. */
async function closed(side: PortalSide, databaseUrl: string): Promise<void> {
  const database = await openWithoutMigrating({ databaseUrl, dataDir: null }, () => {})
  const close = async () => {
    await reopenYesterday(databaseUrl)
    const started = performance.now()
    await closeDays({ db: database.db, clock: { now: () => addMs(new Date(), dayMs) } })
    return performance.now() - started
  }
  try {
    check(`a day of ${busiest} payments closed`, await close(), limits.closingMs, 'ms')
    const lanes = 4
    await load(side.purchase, { lanes, seconds: 8 })
    const ratios: number[] = []
    for (let round = 1; round <= 3; round += 1) {
      const usual = await load(side.purchase, { lanes, seconds: 10 })
      const [beside] = await Promise.all([
        load(side.purchase, { lanes, seconds: 10 }),
        load(close, { lanes: 1, seconds: 10 }),
      ])
      print(`purchases: p99 ${usual.p99.toFixed(0)} ms, during closings ${beside.p99.toFixed(0)} ms`)
      ratios.push(beside.p99 / usual.p99)
    }
    check('p99 of purchases during closings', median(ratios), limits.payersP99, 'times')
  } finally {
    await database.close()
  }
}

function check(what: string, value: number, limit: number, unit: string): void {
  const isMet = value <= limit
  if (!isMet) process.exitCode = 1
  print(
    `${isMet ? 'met' : 'MISSED'}: ${what}: ${value.toFixed(unit === 'times' ? 2 : 0)} ${unit} (at most ${limit})`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
