import { describe, expect, it } from 'vitest'
import { isTest, root, type Source, sourcesIn } from './tidy/sources.ts'
import { tableExceptions, tableOwners } from './tidy/tables.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const shipped = sourcesIn('src').filter((file) => !isTest(file) && /\/server\//.test(file.path))
const names = Object.keys(tableOwners).sort((a, b) => b.length - a.length)
const built = new RegExp(
  `\\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\\(\\s*\\[?\\s*'(${names.join('|')})\\b`,
  'g',
)
const written = new RegExp(`\\b(?:from|join|update|into)\\s+(?:only\\s+)?(${names.join('|')})\\b`, 'gi')

/** The tables in a file's SQL, of the query builder or in text. */
function tablesIn({ code }: Source): string[] {
  const text = code.join('\n')
  const sql = [...text.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, inside]) => inside ?? '').join('\n')
  const found = [...text.matchAll(built), ...sql.matchAll(written)].map(([, table]) =>
    (table ?? '').toLowerCase(),
  )
  return [...new Set(found)]
}

const foreign = shipped.flatMap((file) => {
  const noun = file.path.split('/')[1]
  return tablesIn(file)
    .filter((table) => tableOwners[table] !== noun)
    .map((table) => ({ path: file.path, table }))
})
const fits = (
  { path, table }: { path: string; table: string },
  { in: place, tables }: (typeof tableExceptions)[number],
) => path.startsWith(place) && (tables === null || tables.includes(table))

/** Each noun's SQL uses its own tables only (ARCHITECTURE.md, 'Who may import what'). */
describe('tables', () => {
  it('each belongs to one noun', () => {
    const schema = readFileSync(join(root, 'db/schema.ts'), 'utf8')
    const there = [...schema.matchAll(/^ {2}(\w+): \w+Table$/gm)].map(([, table]) => table)
    expect([...there].sort()).toEqual(Object.keys(tableOwners).sort())
  })

  it('another noun’s table is used in SQL only by named exceptions', () => {
    const loose = foreign.filter((use) => !tableExceptions.some((exception) => fits(use, exception)))
    expect(
      loose.map(({ path, table }) => `${path} reads ${table} -> call a function of ${tableOwners[table]}`),
    ).toEqual([])
  })

  it('every exception is still in use', () => {
    const needless = tableExceptions.flatMap((exception) => {
      const used = foreign.filter((use) => fits(use, exception)).map(({ table }) => table)
      if (exception.tables === null) return used.length === 0 ? [exception.in] : []
      return exception.tables
        .filter((table) => !used.includes(table))
        .map((table) => `${exception.in}: ${table}`)
    })
    expect(needless).toEqual([])
  })
})
