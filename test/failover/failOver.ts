import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../support/process.ts'
import { buy, noResults, type Results } from './drivers.ts'
import type { Environment } from './environment.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

export type Report = Results & {
  readonly name: string
  readonly ended: number
  readonly seconds: number
  /** From the end of the fault until every instance was ready. */
  readonly readyMs: number
}

/** Drivers pay before, during and after a scenario. */
export async function failOver(
  environment: Environment,
  name: ScenarioName,
  { drivers, quietMs }: { drivers: number; quietMs: number },
): Promise<Report> {
  const results = noResults()
  const stop = new AbortController()
  const from = performance.now()
  const target = { url: environment.url, deviceKey: environment.deviceKey, results, stop: stop.signal }
  const purchases = Promise.all(Array.from({ length: drivers }, () => buy(target)))
  await wait(quietMs)
  await scenarios[name](environment)
  const recovering = performance.now()
  await environment.ready()
  const readyMs = performance.now() - recovering
  await wait(quietMs)
  stop.abort()
  await purchases
  const ended = environment.instances.filter(({ portal }) => portal.hasEnded()).length
  return { ...results, name, ended, readyMs, seconds: (performance.now() - from) / 1000 }
}

/** Waits until every payment and job is settled. */
export async function settled(environment: Environment, seconds: number): Promise<void> {
  await until(
    'every payment is settled',
    async () => {
      const open =
        await environment.query(`select 1 from payment where state in ('authorising', 'unknown', 'capturing', 'refunding')
        union all select 1 from job where done_at is null and dead_at is null and kind <> 'recheck_soon'`)
      return open.length === 0
    },
    seconds,
  )
}

type Settled = { n: number; p90: number | null; longest: number | null }

/** How many outcomes were unknown, and for how many seconds. */
export async function unknownFor(environment: Environment): Promise<Settled> {
  const [found] = await environment.query<Settled>(`with change as (
      select subject_id, at, lead(at) over (partition by subject_id order by at, id) - at as lasted, after->>'state' as state
      from audit where subject = 'payment' and after ? 'state')
    select count(*)::int as n, extract(epoch from percentile_disc(0.9) within group (order by lasted))::float as p90,
      extract(epoch from max(lasted))::float as longest from change where state = 'unknown' and lasted is not null`)
  if (!found) throw new Error('nothing counted')
  return found
}
