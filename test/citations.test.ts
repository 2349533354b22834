import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '#app/nouns.ts'
import { routes } from '#app/web/nouns.ts'
import { anchorsIn, broken, citationsIn, unnamed } from './tidy/citations.ts'
import { root } from './tidy/sources.ts'

const folders = ['src', 'test', 'tools', 'bench', 'db'] as const
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

describe('what is written down', () => {
  it('has every call', () => {
    const calls = text('docs/calls.md')
    const written = new Set(
      [
        ...calls.matchAll(/((?:GET|POST|PUT|DELETE)(?:, (?:GET|POST|PUT|DELETE))*) (\/[\w/.{}-]*\w\}?)/g),
      ].flatMap(([, methods = '', path = '']) => methods.split(', ').map((method) => `${method} ${path}`)),
    )
    const declared = Object.values(contracts).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(declared.filter((call) => !written.has(call))).toEqual([])
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
