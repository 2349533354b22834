// npm run bench:server [-- rounds seconds]: what the portal costs beside the bare machine, in one run on one PostgreSQL.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ask } from './machine/ask.ts'
import { median } from './median.ts'
import { load } from './server/load.ts'
import { measure, type Measured } from './server/measure.ts'
import { bareSide } from './sides/bareSide.ts'
import { portalSide } from './sides/portalSide.ts'
import { onStage } from './server/stage.ts'
import type { Side } from './sides/sides.ts'
import { table } from './server/table.ts'

const [rounds = 3, seconds = 10] = process.argv.slice(2).map(Number)
const works = [
  { work: 'lookUp', lanes: 32 },
  { work: 'purchase', lanes: 16 },
] as const
/**
 * A process that serves all day has compiled what it does all day: what is called once a work is compiled for good after
 * 3,000 (`node --v8-options`, --invocation-count-for-turbofan). A large program is longer about that than a small one.
 */
const warmUp = { seconds: 8, least: 5_000 }

await onStage(
  async (postgres, outside) => {
    const sides: Side[] = []
    try {
      sides.push(await bareSide(await database(postgres.url, 'bare')))
      sides.push(await portalSide(await database(postgres.url, 'portal'), outside))
      sides.push(await portalSide(null, { ...outside, dataDir: join(outside.dataDir, 'embedded') }))
      await compare(sides, postgres.pid)
    } finally {
      for (const side of sides) await side.stop()
    }
  },
  { shared_preload_libraries: 'pg_stat_statements' },
)

/** Rounds of each work at each side in turn; prints the table, and keeps the run. */
async function compare(sides: readonly Side[], postgresPid: number): Promise<void> {
  for (const { work, lanes } of works) for (const side of sides) await load(side[work], { lanes, ...warmUp })
  const runs: { work: string; side: string; round: number; measured: Measured }[] = []
  const planned = Array.from({ length: rounds }, (_, i) => i + 1).flatMap((round) =>
    works.flatMap((work) => sides.map((side) => ({ round, ...work, side }))),
  )
  for (const { round, work, lanes, side } of planned) {
    const measured = await measure(side, { work, lanes, seconds, postgresPid })
    runs.push({ work, side: side.name, round, measured })
    process.stderr.write(`round ${round} ${work} ${side.name}: ${measured.rate.toFixed(0)} /s\n`)
  }
  const middle = (work: string, side: string): Measured => {
    const measured = runs.filter((run) => run.work === work && run.side === side).map((run) => run.measured)
    const of = (key: keyof Measured) => median(measured.map((one) => one[key]))
    const [count, rate, p50, p99] = [of('count'), of('rate'), of('p50'), of('p99')]
    const [cpu, postgres, peakMb] = [of('cpu'), of('postgres'), of('peakMb')]
    const [statements, wal] = [of('statements'), of('wal')]
    return { count, rate, p50, p99, cpu, postgres, statements, wal, peakMb }
  }
  process.stdout.write(table(middle))
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, at: new Date() }
  writeFileSync(
    new URL('../docs/performance.json', import.meta.url),
    `${JSON.stringify({ machine, rounds, seconds, runs }, null, 2)}\n`,
  )
}

/** A database of its own, with its statements counted. */
async function database(url: string, name: string): Promise<string> {
  await ask(`${url}/postgres`, `create database ${name}`)
  await ask(`${url}/${name}`, 'create extension pg_stat_statements')
  return `${url}/${name}`
}
