import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { variables } from '#app/server/environment/environment.ts'
import { readConfig } from '#app/server/config.ts'
import { databaseGauges } from '#app/server/health/routes.ts'
import { installMetrics } from '#kit/server/http/metrics.ts'
import '#staff/server/exports/concurrentExports.ts'
import { root } from './tidy/sources.ts'

const text = (path: string) => readFileSync(join(root, path), 'utf8')

/** The metrics that `/metrics` declares, with the parts of histograms. */
async function declaredMetrics(): Promise<ReadonlySet<string>> {
  const app = Fastify()
  installMetrics(
    app,
    null,
    databaseGauges.map((gauge) => ({ ...gauge, read: async () => ({}) })),
  )
  const { body } = await app.inject('/metrics')
  await app.close()
  const names = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  return new Set(names)
}

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

function dashboardExpressions(): string[] {
  const { panels } = z.parse(dashboard, JSON.parse(text('deploy/grafana-dashboard.json')))
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

function alertExpressions(): string[] {
  return [...text('deploy/prometheus-alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)
}

it('each alert rule fires and is silent in a test, which passes where promtool is installed', () => {
  const rules = [...text('deploy/prometheus-alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tests = 'test/prometheus-alerts.test.yaml'
  const checked = [...text(tests).matchAll(/alertname: (\w+),\s+exp_alerts:\s*(\[\])?/g)]
  const namesOf = (isSilent: boolean) =>
    new Set(checked.filter(([, , none]) => (none === '[]') === isSilent).map(([, name]) => name))
  expect(namesOf(false)).toEqual(new Set(rules))
  expect(namesOf(true)).toEqual(new Set(rules))
  const run = spawnSync('promtool', ['test', 'rules', tests], { cwd: root, encoding: 'utf8' })
  if (run.error && 'code' in run.error && run.error.code === 'ENOENT') return
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS') })
})

it.each([
  ['the dashboard', dashboardExpressions()],
  ['the alert rules', alertExpressions()],
])('%s use only metrics and values that the portal exports', async (_, expressions) => {
  expect(expressions.length).toBeGreaterThan(5)
  const used = expressions.flatMap((expr) => expr.match(/\b(?:guiche|http|process|nodejs)_\w+/g) ?? [])
  const declared = await declaredMetrics()
  expect(used.filter((name) => !declared.has(name))).toEqual([])
  const documented = /^\| `guiche_waiting` \| `what`: ([\w, ]+)/m.exec(text('docs/operating.md'))?.[1] ?? ''
  const wanted = expressions.flatMap((expr) =>
    [...expr.matchAll(/what=~?"([^"]+)"/g)].map(([, what = '']) => what),
  )
  const matchesNothing = (what: string) =>
    !documented.split(', ').some((one) => new RegExp(`^(${what})$`).test(one))
  expect(wanted.filter(matchesNothing)).toEqual([])
})

it('every metric of the portal has a panel', async () => {
  const own = [...(await declaredMetrics())].filter((name) => name.startsWith('guiche_'))
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((name) => !dashboardExpressions().join().includes(name))).toEqual([])
})

it('every gauge of the database is documented', () => {
  const documented = text('docs/operating.md')
  expect(
    databaseGauges.map(({ name }) => name).filter((name) => !documented.includes(`| \`${name}\` |`)),
  ).toEqual([])
})

/** The variables of the example; `filled` are those that the operator sets. */
function exampleVariables(filled: Readonly<Record<string, string>> = {}): Record<string, string> {
  const lines = [...text('deploy/guiche.env.example').matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)]
  const found = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
  return { ...found, ...filled }
}

it('production starts with the completed example configuration', () => {
  const known = variables.map(({ name }) => name)
  expect(Object.keys(exampleVariables()).filter((name) => !known.includes(name))).toEqual([])
  const filled = exampleVariables({
    DATABASE_URL: 'postgres://guiche:secret@127.0.0.1/guiche',
    SECRET_KEY: randomBytes(32).toString('hex'),
    CARD_KEYS: randomBytes(32).toString('hex'),
    CIELO_MERCHANT_ID: '6f1c0d7e-8a2b-4c3d-9e4f-5a6b7c8d9e0f',
    CIELO_MERCHANT_KEY: 'QWERTYUIOPASDFGHJKLZXCVBNM0123456789ABCD',
    CIELO_NOTIFICATION_SECRET: randomBytes(16).toString('hex'),
    PIX_PROVIDER: '',
    PIX_BANK: '',
  })
  expect(readConfig(filled).production).toBe(true)
})

it('nginx beside the portal has the documented configuration', () => {
  const documented = /```nginx\n([\s\S]*?)```/.exec(text('docs/proxies.md'))?.[1] ?? ''
  const servers = (configuration: string) => configuration.slice(configuration.indexOf('\nserver {'))
  expect(servers(text('deploy/nginx.conf'))).toBe(servers(documented))
})

it('nginx is not on the database’s network, and every container is as shut as the unit', () => {
  const [, ...services] = text('deploy/compose.yaml').split(/^  (?=\w+:$)/m)
  const named = (name: string) => services.find((service) => service.startsWith(`${name}:`)) ?? ''
  const networks = ['portal', 'database', 'nginx'].map((name) => /networks: \[(.*)\]/.exec(named(name))?.[1])
  expect(networks).toEqual(['front, back', 'back', 'front'])
  for (const name of ['portal', 'database', 'nginx'])
    for (const line of ['cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']", 'read_only: true'])
      expect(named(name)).toContain(line)
})

it('images are pinned by digest, and the portal’s contains neither secrets nor tests', () => {
  const named = ['Dockerfile', 'deploy/compose.yaml'].flatMap((path) =>
    [...text(path).matchAll(/^(?:FROM| +image:) (\S+)/gm)].map(([, image = '']) => image),
  )
  expect(named.length).toBe(4)
  expect(named.filter((image) => !/^\w+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
  const packages = z.object({ dependencies: z.object({ node: z.string() }) })
  const { node } = z.parse(packages, JSON.parse(text('package.json'))).dependencies
  expect(new Set(named.filter((image) => image.startsWith('node:'))).size).toBe(1)
  expect(text('Dockerfile')).toContain(`FROM node:${node}-bookworm-slim@`)
  const [everything, ...rules] = text('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(everything).toBe('*')
  expect(rules.filter((line) => line.startsWith('!'))).toEqual([
    '!db',
    '!index.html',
    '!package-lock.json',
    '!package.json',
    '!src',
    '!tools',
    '!tsconfig*.json',
    '!vite.config.ts',
  ])
  expect(rules.filter((line) => !line.startsWith('!'))).toEqual(['**/*.env', '**/*.test.ts', '**/*.test.tsx'])
})
