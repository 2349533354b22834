import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '#app/nouns.ts'
import { routes } from '#app/web/nouns.ts'
import type { Access } from '#kit/endpoint.ts'
import { anchorsIn, broken, citationsIn, unnamed } from './tidy/citations.ts'
import { root } from './tidy/sources.ts'

const folders = ['src', 'simulators', 'test', 'tools', 'bench', 'db'] as const
const text = (path: string) => readFileSync(join(root, path), 'utf8')

describe('what the code cites', () => {
  it('is a document of the repository, and a heading in it', () => {
    expect(broken(citationsIn(...folders))).toEqual([])
  })

  it('is named: no section, ruling or issue of somewhere else', () => {
    expect(unnamed(...folders)).toEqual([])
  })

  it('would be found if it were not there', () => {
    const where = 'src/a.ts:1'
    expect(broken([{ where, document: 'docs/rulings.md', anchor: 'r14' }])).toEqual([])
    expect(broken([{ where, document: 'docs/rulings.md', anchor: 'r99' }])).toHaveLength(1)
    expect(broken([{ where, document: 'docs/elsewhere', anchor: null }])).toHaveLength(1)
  })

  it('reads headings as they are linked', () => {
    expect([...anchorsIn('# R1\n## 2 Rules\n## Conciliação\n## Bytes: `npm run x:y`\n## 2 Rules')]).toEqual([
      'r1', '2-rules', 'conciliação', 'bytes-npm-run-xy', '2-rules-1',
    ]) // prettier-ignore
  })
})

/** 'GET, POST /a; GET /b' -> GET /a, POST /a, GET /b. */
function callsIn(written: string): string[] {
  return [...written.matchAll(/((?:[A-Z]{3,6}, )*[A-Z]{3,6}) (\/[\w/.{}-]*[\w}])/g)].flatMap(
    ([, methods = '', path = '']) => methods.split(', ').map((method) => `${method} ${path}`),
  )
}

/** How docs/calls.md names who may make a call. */
const who: Readonly<Record<Access, readonly string[]>> = {
  anyone: ['A'],
  human: ['H'],
  customer: ['U', 'O'],
  bearer: ['T'],
  bearer_human: ['T, H'],
  staff: ['S1'],
  supervisor: ['S'],
  manager: ['M'],
  admin: ['X'],
  device: ['D'],
  outside: ['A', 'the acquirer'],
}

describe('what is written down', () => {
  const calls = text('docs/calls.md')
  const declared = Object.values(contracts).map(({ method, path, access }) => ({
    call: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    access,
  }))

  it('has every call', () => {
    const written = callsIn(calls)
    expect(declared.filter(({ call }) => !written.includes(call))).toEqual([])
  })

  it('says who may make it', () => {
    const rows = [...calls.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].flatMap(([, named = '', may = '']) =>
      callsIn(named).map((call) => [call, may] as const),
    )
    const told = new Map(rows)
    const wrong = declared.filter(
      ({ call, access }) => !who[access].includes(told.get(call) ?? who[access][0] ?? ''),
    )
    expect(wrong.map(({ call, access }) => `${call}: ${told.get(call)}, but ${access}`)).toEqual([])
    expect(rows.length).toBeGreaterThan(60)
  })

  it('has every screen of the customer, by path and name', () => {
    const screens = text('docs/screens.md')
    const missing = Object.entries(routes).filter(
      ([name, { path }]) =>
        !name.startsWith('dev.') &&
        name !== 'not-found' &&
        !(screens.includes(`\`${name}\``) && screens.includes(`\`${path}\``)),
    )
    expect(missing.map(([name, { path }]) => `${name} ${path}`)).toEqual([])
  })
})
