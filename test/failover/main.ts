// npm run failover [-- --only stop,freeze --instances 3 --drivers 6]: instances behind a balancer on a primary and a
// standby; drivers pay while the database and the instances fail. The exit code is 1 when something was lost.
import { parseArgs } from 'node:util'
import { startEnvironment } from './environment.ts'
import { failOver, type Report, settled, unknownFor } from './failOver.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    instances: { type: 'string', default: '3' },
    drivers: { type: 'string', default: '6' },
    pgbouncer: { type: 'boolean', default: false },
  },
})
const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)
const names = values.only.split(',')
const [instances, drivers] = [values.instances, values.drivers].map(Number)
if (!names.every(isScenario) || !instances || !drivers)
  throw new Error(
    `--only is of ${Object.keys(scenarios).join(', ')}; --instances and --drivers are numbers above 0`,
  )

const longestMs = 20_000
const print = (line: string) => process.stdout.write(`${line}\n`)

function printReport(report: Report): boolean {
  const statuses = [...report.byStatus].toSorted(([a], [b]) => a - b)
  const calls = statuses
    .map(([status, times]) => `${times} x ${status === 0 ? 'no answer' : status}`)
    .join(', ')
  const of500 = report.byStatus.get(500) ?? 0
  const passed = report.ended === 0 && of500 === 0 && report.longestMs < longestMs
  print(
    `${passed ? 'ok    ' : 'FAILED'} ${report.name.padEnd(9)} ${report.paid} paid, ${report.givenUp} given up, ${report.ended} instances ended, ` +
      `${of500} x 500, longest call ${(report.longestMs / 1000).toFixed(1)} s, ready after ${(report.readyMs / 1000).toFixed(1)} s; ${calls} (${report.seconds.toFixed(0)} s)`,
  )
  for (const route of new Set(report.unexpected)) print(`         500 at ${route}`)
  return passed
}

// The timings of production, but for the time between two 'not found'.
const environment = await startEnvironment({
  instances,
  nginx: true,
  pgbouncer: values.pgbouncer,
  env: {
    ACQUIRER_TIMEOUT_MS: '5000',
    JANITOR_INTERVAL_MS: '30000',
    NOT_FOUND_GRACE_MS: '10000',
    DRAIN_DELAY_MS: '1000',
  },
})
let passed = true
try {
  const { pooler } = environment
  const through = pooler ? `, through PgBouncer ${pooler.version} in transaction mode, ${pooler.setting}` : ''
  print(`${instances} instances behind ${environment.balancer.name}, ${drivers} drivers${through}`)
  if (pooler) {
    const said = await environment.refusal({ DATABASE_POOLER: '' })
    passed = said?.includes('leads through a pooler') ?? false
    print(`${passed ? 'ok    ' : 'FAILED'} without DATABASE_POOLER: ${said ?? 'it started'}`)
  }
  for (const name of names)
    passed = printReport(await failOver(environment, name, { drivers, quietMs: 3_000 })) && passed
  await settled(environment, 300)
  const unknown = await unknownFor(environment)
  if (unknown.n > 0)
    print(
      `${unknown.n} outcomes were unknown; settled in p90 ${unknown.p90?.toFixed(1)} s, longest ${unknown.longest?.toFixed(1)} s`,
    )
  await environment.compareLedgers()
  print('both ledgers equal')
} catch (error) {
  passed = false
  print(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await environment.close()
}
process.exit(passed ? 0 : 1)
