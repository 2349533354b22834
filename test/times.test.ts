import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { times, written } from '#db/times.ts'
import { isTest, root, type Source, sourcesIn } from './tidy/sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Every instant of the schema, as 'table.column'. */
function instants(schema: string): string[] {
  return [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\);/gm)].flatMap(
    ([, table, columns = '']) =>
      [...columns.matchAll(/^ {2}(\w+) timestamp with time zone/gm)].map(
        ([, column]) => `${table}.${column}`,
      ),
  )
}

/** Columns of a row's creation or change. */
const always = ['created_at', 'updated_at']

it('every instant in the database has a declared clock, or is only recorded', () => {
  const noted = Object.entries(written).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  )
  const documented = [...Object.keys(times), ...noted]
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([])
  const found = instants(read('db/schema.sql'))
  expect(found.length).toBeGreaterThan(50)
  const strange = found.filter(
    (name) => !documented.includes(name) && !always.includes(name.replace(/.*\./, '')),
  )
  expect(strange.map((name) => `${name} -> whose clock? a row of db/times.ts`)).toEqual([])
  expect(documented.filter((name) => !found.includes(name))).toEqual([])
})

it('docs/reliability.md#clocks lists the same instants and clocks', () => {
  const [, section = ''] = read('docs/reliability.md').split('## Clocks')
  const [text = ''] = section.split('\n## ')
  const rows = [...text.matchAll(/^\| (`.+`) \| (\w+) \|/gm)].flatMap(([, columns = '', clock]) =>
    [...columns.matchAll(/`([\w.]+)`/g)].map(([, name]) => [name, clock]),
  )
  expect(rows).toEqual(Object.entries(times).map(([name, { clock }]) => [name, clock]))
})

const shared = Object.entries(times)
  .filter(([, { clock }]) => clock === 'database')
  .map(([name]) => name.replace(/.*\./, ''))

/** Lines that set or compare columns of the database's clock without it. */
function violations(sources: readonly Pick<Source, 'path' | 'code'>[]): string[] {
  const comparison = new RegExp(
    String.raw`\b(${shared.join('|')})\b(?!\?: Date).*(<=|>=|\s[<>]\s|'[<>]'|\b(now|until|before|plus|ago|Date|clock)\b)`,
  )
  const byTheirs = /\b(leaseFor|isFree|agoBy|sharedNow|shared|statement_timestamp|honouredUntil)\b/
  return sources.flatMap(({ path, code }) =>
    code.flatMap((line, index) =>
      comparison.test(line) && !byTheirs.test(line)
        ? [`${path}:${index + 1} ${line.trim()} -> kit/server/db/leases.ts: clocks of instances differ`]
        : [],
    ),
  )
}

it('instants of the database’s clock are set and compared with that clock', () => {
  expect(violations(sourcesIn('src').filter((file) => !isTest(file)))).toEqual([])
})

it.each([
  '.set({ queried_at: now })',
  ".where('queried_at', '<=', before)",
  'sql<boolean>`(queried_at is null or queried_at <= look.before)`',
  'if (refund.claimed_until_at > deps.clock.now()) return',
  'set lease_until_at = ${new Date(now.getTime() + leaseMs)}',
])('refused: %s', (line) => expect(violations([{ path: 'x.ts', code: [line] }])).toHaveLength(1))
