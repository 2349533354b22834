import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '#app/modules.ts'
import { openApiDocument } from '#app/openapi.ts'
import { exports } from '#app/server/modules.ts'
import { backOfficePages } from '#app/web/backoffice/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { anchorsOf } from './tidy/citations.ts'
import { root } from './tidy/sources.ts'

const atTop = readdirSync(root).filter((name) => name.endsWith('.md'))
const under = ['docs', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const documents = [...atTop, ...under]
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const withoutCode = (path: string) => text(path).replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
const scripts: object = JSON.parse(text('package.json')).scripts

/** Whether a link of a document leads to a file that is there, and to a heading in it. */
function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = decodeURIComponent(link).split('#')
  const target = file === '' ? from : join(dirname(from), file)
  return existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).has(anchor))
}

it('no document describes an action of the staff screens as SQL', () => {
  const theirs =
    /\b(insert into|update|delete from) (device|lot|tariff|setting|user_account|second_factor|payment|attempt)\b/i
  const found = documents.filter((path) => !path.startsWith('docs/decisions/') && theirs.test(text(path)))
  expect(found.map((path) => `${path} -> the screen of the back office`)).toEqual([])
})

it('container and systemd unit start the program that docs/operating.md names, and allow it time to stop', () => {
  const main = 'src/app/server/main.ts'
  expect(existsSync(join(root, main))).toBe(true)
  // Limits of memory that calls use (docs/performance.md#memory).
  const flags = ['--max-semi-space-size=16', '--max-old-space-size=512']
  const flag = flags.join(' ')
  expect(text('docs/operating.md')).toContain(`node ${flag} ${main}`)
  expect(text('package.json')).toContain(`"start": "node ${flag} tools/start.ts"`)
  expect(text('Dockerfile')).toContain(
    `CMD ["node", ${flags.map((one) => `"${one}"`).join(', ')}, "${main}"]`,
  )
  const unit = text('deploy/guiche.service')
  expect(unit).toMatch(new RegExp(`^ExecStart=/srv/guiche/node_modules/.bin/node ${flag} ${main}$`, 'm'))
  // The longest time of a stop by docs/operating.md#several-instances.
  for (const given of [
    /^TimeoutStopSec=(\d+)$/m.exec(unit),
    /--stop-timeout (\d+)/.exec(text('docs/operating.md')),
    /stop_grace_period: (\d+)s/.exec(text('deploy/compose.yaml')),
  ])
    expect(Number(given?.[1])).toBeGreaterThan(50)
})

describe.each(documents)('%s', (path) => {
  it('links only to existing targets', () => {
    const links = [...withoutCode(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const inside = links.filter((link) => !/^(https?:|mailto:)/.test(link))
    expect(inside.filter((link) => !leadsSomewhere(path, link))).toEqual([])
  })

  it('names only existing files and scripts', () => {
    const files = [...text(path).matchAll(/`((?:src|test|tools|db|bench|docs)\/[\w./-]+\w)`/g)].map(
      ([, file = '']) => file,
    )
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    const named = [...text(path).matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })
})

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (path) => {
  it('names only existing paths', () => {
    const tree = [...readdirSync(root), ...under]
    for (const folder of ['src', 'test', 'db', 'tools', 'simulators'])
      tree.push(
        ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        ),
      )
    const examples = ['x.test.ts', 'NNNN_what.sql', 'web/SomethingPage.tsx']
    const named = [...text(path).matchAll(/`(\w[\w.-]*(?:\/[\w.-]*)*)`/g)]
      .map(([, name = '']) => name.replace(/\/$/, ''))
      .filter((name) => name.includes('/') || /\.(tsx?|sql)$/.test(name))
    expect(named.length).toBeGreaterThan(20)
    const known = (name: string) => tree.some((one) => one === name || one.endsWith(`/${name}`))
    expect(named.filter((name) => !examples.includes(name) && !known(name))).toEqual([])
  })
})

it('both READMEs list the same commands', () => {
  const commands = (path: string) =>
    [...text(path).matchAll(/^npm ci && npm \w+$/gm)].map(([command]) => command)
  expect(commands('README.md')).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  expect(commands('README.pt-BR.md')).toEqual(commands('README.md'))
})

it('.ci/run runs the commands and installs the packages that both READMEs name', () => {
  const run = text('.ci/run')
  expect(run.trimEnd().split('\n').at(-1)).toBe(
    'npm ci && npm test && npm run test:deep && npm run test:engines',
  )
  const named = (path: string, pattern: RegExp) =>
    [...text(path).matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')).toSorted()
  const wanted = named('.ci/run', /wanted\+=\((.+)\)/g)
  const said = ['README.md', 'README.pt-BR.md'].map((path) =>
    named(path, /--no-install-recommends ([^`]+)`/g),
  )
  expect(said).toEqual([wanted, wanted])
  expect(wanted).toEqual(named('test/engines/programs.ts', /const packages = '(.+)'/g))
})

it('package, lock file, OpenAPI, page and changelog have the same version', () => {
  const { version } = z.parse(z.object({ version: z.string() }), JSON.parse(text('package.json')))
  const lock = z.parse(
    z.object({
      version: z.string(),
      packages: z.looseObject({ '': z.looseObject({ version: z.string() }) }),
    }),
    JSON.parse(text('package-lock.json')),
  )
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(openApiDocument('http://127.0.0.1:3000')['info']).toMatchObject({ version })
  expect(text('src/site/pageSettings.ts')).toContain(`buildVersion: '${version}'`)
  expect(/^## (\S+)/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version)
})

const sectionOf = (path: string, anchor: string) =>
  text(path)
    .split(/^(?=## )/m)
    .find((part) => part.split('\n')[0]?.toLowerCase().replaceAll(' ', '-') === `##-${anchor}`) ?? ''

/** Names of all properties in a JSON schema. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const named = new Map<string, unknown>(Object.entries(schema)).get('properties') ?? {}
  return [...Object.keys(named), ...Object.values(schema).flatMap(propertiesIn)]
}

/** A device's call, without the copy of its reply in `data`. */
function fieldsOf({ body, query, reply }: Endpoint): string[] {
  const schemas = [body, query, reply].flatMap((schema) => schema ?? [])
  const fields = schemas.flatMap((schema) => propertiesIn(z.toJSONSchema(schema, { unrepresentable: 'any' })))
  return [...new Set(fields)].filter((name) => name !== 'data')
}

it.each(Object.values<Endpoint>(contracts).filter(({ access }) => access === 'device'))(
  'every field of $method $path stands in the section of docs/equipment.md that its row names',
  (call) => {
    const shown = `${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`
    const row =
      text('docs/equipment.md')
        .split('\n')
        .find((line) => line.startsWith(`| [${shown}`)) ?? ''
    const section = sectionOf('docs/equipment.md', /\(#([\w-]+)\)/.exec(row)?.[1] ?? '')
    expect(section).not.toBe('')
    const isNamed = (field: string) =>
      new RegExp(`"${field}"|\`${field}\`|^\\| ${field} \\||[?&]${field}=`, 'm').test(section)
    expect(fieldsOf(call).filter((field) => !isNamed(field))).toEqual([])
  },
)

it('every list of the back office is in docs/back-office.md: who may see it, and its export', () => {
  const path = 'docs/back-office.md'
  const rail = Object.values(backOfficePages).flatMap((page) =>
    'rail' in page && page.rail ? [page.rail.title] : [],
  )
  expect(rail.length).toBeGreaterThan(10)
  const levels = sectionOf(path, 'who-may-do-what')
  expect(rail.filter((title) => !levels.includes(title))).toEqual([])
  expect(exports.length).toBeGreaterThan(10)
  const saved = sectionOf(path, 'exports')
  expect(exports.filter(({ title }) => !saved.includes(`'${title}'`)).map(({ title }) => title)).toEqual([])
})
