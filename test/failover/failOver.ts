import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../support/process.ts'
import { buy, type Met, nothingMet } from './buyers.ts'
import type { House } from './house.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'

export type Told = Met & {
  readonly name: string
  readonly ended: number
  readonly seconds: number
  /** From the end of the fault until every instance was ready. */
  readonly readyMs: number
}

/** People buy before, during and after what happens to the house. */
export async function failOver(
  house: House,
  name: ScenarioName,
  { buyers, calmMs }: { buyers: number; calmMs: number },
): Promise<Told> {
  const met = nothingMet()
  const stop = new AbortController()
  const from = performance.now()
  const street = { url: house.url, deviceKey: house.deviceKey, met, stop: stop.signal }
  const buying = Promise.all(Array.from({ length: buyers }, () => buy(street)))
  await wait(calmMs)
  await scenarios[name](house)
  const over = performance.now()
  await house.ready()
  const readyMs = performance.now() - over
  await wait(calmMs)
  stop.abort()
  await buying
  const ended = house.instances.filter(({ portal }) => portal.hasEnded()).length
  return { ...met, name, ended, readyMs, seconds: (performance.now() - from) / 1000 }
}

/** Waits until nothing that was begun is in doubt. */
export async function settled(house: House, seconds: number): Promise<void> {
  await until(
    'every payment is settled',
    async () => {
      const open =
        await house.query(`select 1 from payment where state in ('authorising', 'unknown', 'capturing', 'refunding')
        union all select 1 from job where done_at is null and dead_at is null and kind <> 'ask_soon'`)
      return open.length === 0
    },
    seconds,
  )
}

type Settled = { n: number; p90: number | null; longest: number | null }

/** How long outcomes were unknown, in seconds, of those that are known now. */
export async function unknownFor(house: House): Promise<Settled> {
  const [found] = await house.query<Settled>(`with doubt as (
      select subject_id, at, lead(at) over (partition by subject_id order by at, id) - at as lasted, after->>'state' as state
      from audit where subject = 'payment' and after ? 'state')
    select count(*)::int as n, extract(epoch from percentile_disc(0.9) within group (order by lasted))::float as p90,
      extract(epoch from max(lasted))::float as longest from doubt where state = 'unknown' and lasted is not null`)
  if (!found) throw new Error('nothing counted')
  return found
}
