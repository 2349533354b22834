import perfHooks from 'node:perf_hooks'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { type DatabaseGauge, installMetrics } from './metrics.ts'

const gauge = (read: () => Promise<Record<string, number>>): DatabaseGauge<null> => ({
  name: 'guiche_waiting',
  help: 'What waits',
  labels: ['what'],
  read,
})

it('two portals of one process register process metrics once, and each counts its own requests', async () => {
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const portals = [1, 2].map((number) => {
    const app = Fastify()
    installMetrics(app, null, [gauge(async () => ({ jobs: number }))])
    app.get(`/own${number}`, async () => 'ok')
    return app
  })
  // Zero, if another file has opened a portal before.
  expect(watch.mock.calls.length).toBeLessThanOrEqual(1)
  watch.mockRestore()
  for (const [index, app] of portals.entries()) {
    const number = index + 1
    await app.inject(`/own${number}`)
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).toContain('process_cpu_user_seconds_total')
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
    expect(metrics).toContain(`guiche_waiting{what="jobs"} ${number}`)
    expect(metrics.match(/route="\/own\d"/g)?.every((route) => route === `route="/own${number}"`)).toBe(true)
    await app.close()
  }
})

it('a hundred scrapes within a second count once', async () => {
  const app = Fastify()
  let counted = 0
  const count = async () => {
    counted += 1
    return { jobs: counted }
  }
  installMetrics(app, null, [gauge(count)])
  const metrics = await Promise.all(Array.from({ length: 100 }, () => app.inject('/metrics')))
  expect(metrics.every(({ body }) => body.includes('guiche_waiting{what="jobs"} 1'))).toBe(true)
  expect(counted).toBe(1)
  await app.close()
})

it('gauges keep their last values while they cannot be read, and say how old they are', async () => {
  const app = Fastify()
  const reads: (() => Promise<Record<string, number>>)[] = [
    async () => ({ jobs: 7 }),
    async () => Promise.reject(new Error('the table is locked')),
    () => Promise.withResolvers<never>().promise,
  ]
  const clock = vi.spyOn(performance, 'now')
  let seconds = 0
  clock.mockImplementation(() => seconds * 1_000)
  let isUp = true
  installMetrics(
    app,
    null,
    [gauge(() => (reads[seconds / 100] ?? (async () => ({ jobs: 0 })))())],
    async () => isUp,
  )
  const shown = async () => {
    const { body } = await app.inject('/metrics')
    return ['guiche_waiting{what="jobs"}', 'guiche_gauges_age_seconds', 'guiche_database_up'].map((name) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      ),
    )
  }
  expect(await shown()).toEqual([7, 0, 1])
  seconds = 100
  expect(await shown()).toEqual([7, 100, 1])
  seconds = 200
  isUp = false
  expect(await shown()).toEqual([7, 200, 0])
  clock.mockRestore()
  await app.close()
})
