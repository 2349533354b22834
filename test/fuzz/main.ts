// npm run fuzz [-- --requests 20000 --seed 1 --level guest]: so many hostile requests of each level, or of one, to a
// portal of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillDemo, fillTables, openingTime } from '../support/database/fill.ts'
import { startPortal } from '../support/portal.ts'
import { levels } from './callers.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    level: { type: 'string' },
  },
})
const [count, seed] = [values.requests, values.seed].map(Number)
if (!Number.isInteger(count) || count === undefined || count < 1 || !Number.isInteger(seed))
  throw new Error('--requests and --seed are whole numbers')
const chosen = levels.filter((level) => values.level === undefined || values.level === level)
if (chosen.length === 0) throw new Error(`--level is one of ${levels.join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'guiche-fuzz-'))
const where = { databaseUrl: null, dataDir: folder }
await fillTables(where)
await fillDemo(where)
const place = { ...where, drop: async () => rmSync(folder, { recursive: true, force: true }) }
const portal = await startPortal({
  byChance: true,
  after: { place, now: openingTime, books: join(folder, 'books.json') },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
print(`${count} requests of each level to ${portal.url}, seed ${seed}`)

let unexpected = 0
try {
  for (const level of chosen) {
    const started = performance.now()
    const fuzzed = await fuzz(portal, { level, count, seed: seed ?? 1 })
    const statuses = [...fuzzed.byStatus].toSorted(([a], [b]) => a - b)
    const summary = statuses.map(([status, times]) => `${times} x ${status}`).join(', ')
    const of500 = fuzzed.byStatus.get(500) ?? 0
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    print(`${level.padEnd(10)} ${String(of500)} x 500; ${summary} (${seconds} s)`)
    for (const line of fuzzed.unexpected.slice(0, 10)) print(`  ${line}`)
    unexpected += fuzzed.unexpected.length
  }
} finally {
  await portal.close()
}
print(unexpected === 0 ? 'nothing unexpected' : `${unexpected} unexpected`)
process.exit(unexpected === 0 ? 0 : 1)
