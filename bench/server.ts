// npm run bench:server [-- rounds seconds]: look-ups of the portal beside `bare`, and purchases, in one run on one PostgreSQL
// (docs/performance.md). Ends with 1 when a limit is missed.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { queryOnce } from '../test/support/database/queryOnce.ts'
import { median } from './median.ts'
import { load } from './server/load.ts'
import { measure, type Measured } from './server/measure.ts'
import { withBenchServers } from './server/benchServers.ts'
import { statementsOfCalls } from './server/statements.ts'
import { table, type Work } from './server/table.ts'
import { bareSide } from './sides/bareSide.ts'
import { portalSide } from './sides/portalSide.ts'
import type { Side } from './sides/sides.ts'

const [rounds = 3, seconds = 10] = process.argv.slice(2).map(Number)
if (!(rounds > 0 && seconds > 0)) throw new Error('usage: npm run bench:server [-- rounds seconds]')
/** V8 optimises a function after 3,000 calls (`--invocation-count-for-turbofan`). */
const warmUp = { seconds: 8, least: 5_000 }

/** The addresses and actions of one measured side. */
type Task = { work: Work; side: Side; run: () => Promise<unknown>; lanes: number }
type Run = { work: Work; side: string; round: number; measured: Measured }

await withBenchServers(
  async (postgres, outside) => {
    const sides: Side[] = []
    const opened = async <S extends Side>(opening: Promise<S>): Promise<S> => {
      const side = await opening
      sides.push(side)
      return side
    }
    try {
      const bare = await opened(bareSide(await database(postgres.url, 'bare')))
      const portal = await opened(portalSide(await database(postgres.url, 'portal'), outside))
      const dataDir = join(outside.dataDir, 'embedded')
      const embedded = await opened(portalSide(null, { ...outside, dataDir }))
      const tasks: Task[] = [
        ...[bare, portal, embedded].map((side) => ({
          work: 'lookUp' as const,
          side,
          run: side.lookUp,
          lanes: 32,
        })),
        ...[portal, embedded].map((side) => ({
          work: 'purchase' as const,
          side,
          run: side.purchase,
          lanes: 16,
        })),
      ]
      await compare(tasks, postgres.pid)
      process.stdout.write(`\n${await statementsOfCalls(portal)}`)
    } finally {
      for (const side of sides) await side.stop()
    }
  },
  { shared_preload_libraries: 'pg_stat_statements' },
)

/** Measures the tasks in turn, round by round; prints and stores the table. */
async function compare(tasks: readonly Task[], postgresPid: number): Promise<void> {
  for (const { run, lanes } of tasks) await load(run, { lanes, ...warmUp })
  const runs: Run[] = []
  for (let round = 1; round <= rounds; round += 1)
    for (const { work, side, run, lanes } of tasks) {
      const measured = await measure(side, { work: run, lanes, seconds, postgresPid })
      runs.push({ work, side: side.name, round, measured })
      process.stderr.write(`round ${round} ${work} ${side.name}: ${measured.rate.toFixed(0)} /s\n`)
    }
  const { text, missed } = table((work, side) =>
    medianOf(runs.filter((run) => run.work === work && run.side === side).map(({ measured }) => measured)),
  )
  process.stdout.write(text)
  if (missed.length > 0) process.exitCode = 1
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, at: new Date() }
  writeFileSync(
    new URL('../docs/performance.json', import.meta.url),
    `${JSON.stringify({ machine, rounds, seconds, runs }, null, 2)}\n`,
  )
}

function medianOf(measured: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(measured.map((one) => one[key]))
  const [count, rate, p50, p99] = [of('count'), of('rate'), of('p50'), of('p99')]
  const [cpu, postgres, peakMb] = [of('cpu'), of('postgres'), of('peakMb')]
  return { count, rate, p50, p99, cpu, postgres, statements: of('statements'), wal: of('wal'), peakMb }
}

/** A database of its own with pg_stat_statements. */
async function database(url: string, name: string): Promise<string> {
  await queryOnce(`${url}/postgres`, `create database ${name}`)
  await queryOnce(`${url}/${name}`, 'create extension pg_stat_statements')
  return `${url}/${name}`
}
