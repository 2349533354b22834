// npm run failover [-- --only stop,freeze --instances 3 --buyers 6]: instances behind a balancer on a primary and a
// standby, under purchases, while the database and the instances fail. Ends with 1 when something was lost.
import { parseArgs } from 'node:util'
import { failOver, settled, type Told, unknownFor } from './failOver.ts'
import { openHouse } from './house.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    instances: { type: 'string', default: '3' },
    buyers: { type: 'string', default: '6' },
    pgbouncer: { type: 'boolean', default: false },
  },
})
const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)
const names = values.only.split(',')
const [instances, buyers] = [values.instances, values.buyers].map(Number)
if (!names.every(isScenario) || !instances || !buyers)
  throw new Error(
    `--only is of ${Object.keys(scenarios).join(', ')}; --instances and --buyers are numbers above 0`,
  )

const longestMs = 20_000
const say = (line: string) => process.stdout.write(`${line}\n`)

function tell(told: Told): boolean {
  const statuses = [...told.byStatus].toSorted(([a], [b]) => a - b)
  const calls = statuses
    .map(([status, times]) => `${times} x ${status === 0 ? 'no answer' : status}`)
    .join(', ')
  const of500 = told.byStatus.get(500) ?? 0
  const well = told.ended === 0 && of500 === 0 && told.longestMs < longestMs
  say(
    `${well ? 'ok    ' : 'FAILED'} ${told.name.padEnd(9)} ${told.paid} paid, ${told.left} given up, ${told.ended} instances ended, ` +
      `${of500} x 500, longest call ${(told.longestMs / 1000).toFixed(1)} s, ready after ${(told.readyMs / 1000).toFixed(1)} s; ${calls} (${told.seconds.toFixed(0)} s)`,
  )
  for (const route of new Set(told.unforeseen)) say(`         500 at ${route}`)
  return well
}

// The timings of production, but for the time between two “not found”.
const house = await openHouse({
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
let well = true
try {
  const { pooler } = house
  const through = pooler ? `, through PgBouncer ${pooler.version} in transaction mode, ${pooler.setting}` : ''
  say(`${instances} instances behind ${house.balancer.name}, ${buyers} drivers${through}`)
  if (pooler) {
    const said = await house.refusal({ DATABASE_POOLER: '' })
    well = said?.includes('leads through a pooler') ?? false
    say(`${well ? 'ok    ' : 'FAILED'} without DATABASE_POOLER: ${said ?? 'it started'}`)
  }
  for (const name of names) well = tell(await failOver(house, name, { buyers, calmMs: 3_000 })) && well
  await settled(house, 300)
  const doubt = await unknownFor(house)
  if (doubt.n > 0)
    say(
      `${doubt.n} outcomes were unknown; settled in p90 ${doubt.p90?.toFixed(1)} s, longest ${doubt.longest?.toFixed(1)} s`,
    )
  await house.compareBooks()
  say('both ledgers equal')
} catch (error) {
  well = false
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await house.close()
}
process.exit(well ? 0 : 1)
