import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from './environment.ts'

/** What happens while drivers pay. */
type Scenario = (environment: Environment) => Promise<void>

const sessions = `from pg_stat_activity where datname = 'guiche' and pid <> pg_backend_pid()`

const awayMs = 5_000
const frozenMs = 25_000

const lostAnswers = ['drop_after_commit', 'empty', 'html']

export const scenarios = {
  /** The database server crashes and is started again. */
  stop: async ({ cluster }) => {
    await cluster.stopPrimary()
    await wait(awayMs)
    await cluster.startPrimary()
  },
  /** The database proxy of one instance freezes, then those of all; one instance is stopped meanwhile. */
  freeze: async (environment) => {
    const { instances, send, restart } = environment
    const [first] = instances
    const last = instances.at(-1)
    if (!first || !last) throw new Error('no instances')
    first.proxy.freeze()
    await wait(frozenMs)
    for (const { proxy } of instances) proxy.freeze()
    await send(instances.filter((other) => other !== last))
    const stopped = last.portal.stop()
    await wait(frozenMs)
    if (!last.portal.hasEnded()) throw new Error('an instance with a frozen database proxy does not stop')
    await stopped
    for (const { proxy } of instances) proxy.thaw()
    await restart(last)
    await send(instances)
  },
  /** An administrator terminates every session, again and again. */
  terminate: async ({ query }) => {
    for (let n = 0; n < 20; n += 1) {
      await query(`select pg_terminate_backend(pid) ${sessions}`)
      await wait(250)
    }
  },
  /** Each instance is killed with SIGKILL and started again. */
  'kill -9': async (environment) => {
    for (const instance of environment.instances) {
      await instance.portal.kill()
      await environment.restart(instance)
      await environment.send(environment.instances)
    }
  },
  /** Each instance is replaced by a new one, as docs/operating.md says. */
  rolling: async (environment) => {
    for (const instance of environment.instances) {
      await environment.send(environment.instances.filter((other) => other !== instance))
      const code = await instance.portal.stop()
      if (code !== 0) throw new Error(`an instance stopped with ${code}`)
      await environment.restart(instance)
      await environment.send(environment.instances)
    }
  },
  /** The acquirer captures, but its answers are lost; queries are answered. */
  silence: async ({ simulator }) => {
    for (let n = 0; n < 20; n += 1) {
      await simulator.fault(lostAnswers[n % lostAnswers.length] ?? 'empty')
      await wait(1_000)
    }
  },
  /** The primary crashes and does not return; the standby is promoted and gets its address. */
  promote: async (environment) => {
    await environment.cluster.stopPrimary()
    await wait(1_000)
    await environment.cluster.promote()
    environment.switchToStandby()
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
