// npm run bench:server [-- rounds seconds]: what the portal costs beside the bare machine, in one run on one PostgreSQL.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../test/support/database/postgresServer.ts'
import { median } from './median.ts'
import { startChild } from './sides/child.ts'
import { load } from './server/load.ts'
import { startMailSink } from './server/mailSink.ts'
import { measure, type Measured } from './server/measure.ts'
import { bareSide } from './sides/bareSide.ts'
import { portalSide } from './sides/portalSide.ts'
import type { Side } from './sides/sides.ts'
import { table } from './server/table.ts'

const [rounds = 3, seconds = 10] = process.argv.slice(2).map(Number)
const works = [
  { work: 'lookUp', lanes: 32 },
  { work: 'purchase', lanes: 16 },
] as const
/** A process that serves all day has compiled what it does all day: a large one takes longer for that than a small one. */
const warmUpSeconds = 8

const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
const postgres = await startPostgres({
  // As a production keeps it.
  fsync: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
})
const simulator = await startChild('../../tools/simulator.ts', {})
const mail = await startMailSink()
const sides: Side[] = []
try {
  sides.push(await bareSide(await database('bare')))
  const outside = { acquirerUrl: simulator.url, smtpUrl: mail.url, dataDir }
  sides.push(await portalSide(await database('portal'), outside))
  sides.push(await portalSide(null, { ...outside, dataDir: join(dataDir, 'embedded') }))
  for (const { work, lanes } of works)
    for (const side of sides) await load(side[work], { lanes, seconds: warmUpSeconds })
  const runs: { work: string; side: string; round: number; measured: Measured }[] = []
  const planned = Array.from({ length: rounds }, (_, i) => i + 1).flatMap((round) =>
    works.flatMap((work) => sides.map((side) => ({ round, ...work, side }))),
  )
  for (const { round, work, lanes, side } of planned) {
    const measured = await measure(side, { work, lanes, seconds, postgresPid: postgres.pid })
    runs.push({ work, side: side.name, round, measured })
    process.stderr.write(`round ${round} ${work} ${side.name}: ${measured.rate.toFixed(0)} /s\n`)
  }
  const middle = (work: string, side: string): Measured => {
    const measured = runs.filter((run) => run.work === work && run.side === side).map((run) => run.measured)
    const of = (key: keyof Measured) => median(measured.map((one) => one[key]))
    const [count, rate, p50, p99] = [of('count'), of('rate'), of('p50'), of('p99')]
    const [cpu, statements, wal, peakMb] = [of('cpu'), of('statements'), of('wal'), of('peakMb')]
    return { count, rate, p50, p99, cpu, statements, wal, peakMb }
  }
  process.stdout.write(table(middle))
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, at: new Date() }
  writeFileSync(
    new URL('../docs/performance.json', import.meta.url),
    `${JSON.stringify({ machine, rounds, seconds, runs }, null, 2)}\n`,
  )
} finally {
  for (const side of sides) await side.stop()
  await simulator.stop()
  await mail.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function database(name: string): Promise<string> {
  const client = new pg.Client(`${postgres.url}/postgres`)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const made = new pg.Client(`${postgres.url}/${name}`)
  await made.connect()
  await made.query('create extension pg_stat_statements')
  await made.end()
  return `${postgres.url}/${name}`
}
