import { setTimeout as wait } from 'node:timers/promises'
import type { House } from './house.ts'

/** What happens while people buy; answers how many instances ended that should not have. */
type Scenario = (house: House) => Promise<void>

const sessions = `from pg_stat_activity where datname = 'guiche' and pid <> pg_backend_pid()`

/** How long the database is away, or the line frozen, in the long run. */
const awayMs = 5_000
const frozenMs = 25_000

const silences = ['drop_after_commit', 'empty', 'html']

export const scenarios = {
  /** The database server crashes and is started again. */
  stop: async ({ cluster }) => {
    await cluster.stopPrimary()
    await wait(awayMs)
    await cluster.startPrimary()
  },
  /** The line of one instance passes no more bytes, then that of all; one is told to stop meanwhile. */
  freeze: async (house) => {
    const { instances, send, restart } = house
    const [first] = instances
    const last = instances.at(-1)
    if (!first || !last) throw new Error('no instances')
    first.line.freeze()
    await wait(frozenMs)
    for (const { line } of instances) line.freeze()
    await send(instances.filter((other) => other !== last))
    const stopped = last.portal.stop()
    await wait(frozenMs)
    if (!last.portal.hasEnded()) throw new Error('an instance that was told to stop waits for a frozen line')
    await stopped
    for (const { line } of instances) line.thaw()
    await restart(last)
    await send(instances)
  },
  /** An administrator ends every session, again and again. */
  terminate: async ({ query }) => {
    for (let n = 0; n < 20; n += 1) {
      await query(`select pg_terminate_backend(pid) ${sessions}`)
      await wait(250)
    }
  },
  /** Each instance dies without a word and is started again. */
  'kill -9': async (house) => {
    for (const instance of house.instances) {
      await instance.portal.kill()
      await house.restart(instance)
      await house.send(house.instances)
    }
  },
  /** Each instance is replaced by a new one, as docs/operating.md says. */
  rolling: async (house) => {
    for (const instance of house.instances) {
      await house.send(house.instances.filter((other) => other !== instance))
      const code = await instance.portal.stop()
      if (code !== 0) throw new Error(`an instance stopped with ${code}`)
      await house.restart(instance)
      await house.send(house.instances)
    }
  },
  /** The acquirer takes money and its answer is lost, or comes too late, and answers questions. */
  silence: async ({ simulator }) => {
    for (let n = 0; n < 20; n += 1) {
      await simulator.fault(silences[n % silences.length] ?? 'empty')
      await wait(1_000)
    }
  },
  /** The primary crashes for good; the standby takes its place and its address. */
  promote: async (house) => {
    await house.cluster.stopPrimary()
    await wait(1_000)
    await house.cluster.promote()
    house.follow()
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
