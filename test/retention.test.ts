import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tables } from '#app/server/modules.ts'
import { retentionRules } from '#kit/server/retention/retention.ts'
import { myData } from '#site/contract.ts'
import { root } from './tidy/sources.ts'
import { ownedTables } from './tidy/tables.ts'

const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
const created = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\);/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    body,
  }),
)
const rows = Object.entries(tables)
const personal = rows.flatMap(([table, { texts }]) =>
  Object.entries(texts).flatMap(([column, says]) => (says === 'plain' ? [] : [{ table, column, ...says }])),
)

/** docs/retention.md#keeping-times. */
describe('retention rules', () => {
  it('cover every table in exactly one noun, except `migration`', () => {
    const names = ownedTables.map(([table]) => table)
    expect([...names, 'migration'].sort()).toEqual(created.map(({ name }) => name).sort())
    expect(new Set(names).size).toBe(names.length)
  })

  it('that depend on another table have a foreign key to it', () => {
    const loose = rows.flatMap(([table, { rows }]) => {
      const body = created.find(({ name }) => name === table)?.body ?? ''
      const owners = typeof rows === 'object' && 'belongsTo' in rows ? rows.belongsTo : []
      return owners
        .filter((owner) => !body.includes(`REFERENCES ${owner}(`))
        .map((owner) => `${table} -> ${owner}`)
    })
    expect(loose).toEqual([])
  })

  it('delete or clear every reference to an erased account', () => {
    const kept = created.flatMap(({ name, body }) =>
      [...body.matchAll(/^.*REFERENCES user_account\(.*$/gm)]
        .map(([line]) => line)
        .filter((line) => !/ON DELETE (CASCADE|SET NULL)/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
    expect(kept).toEqual([])
  })

  it('of personal data have a title, are in the export, and end after their stated period', () => {
    const entries = Object.keys(myData.shape)
    const wrong = personal.flatMap(({ table, column, exportKey, erasedWith }) => {
      const keeping = rows.find(([name]) => name === table)?.[1]
      const days = keeping === undefined ? [] : retentionRules(keeping).map((ending) => ending.days)
      return [
        ...(keeping?.title === undefined ? [`${table} has no title`] : []),
        ...(exportKey !== null && !entries.includes(exportKey)
          ? [`${table}.${column}: no ${exportKey} in myData`]
          : []),
        ...(typeof erasedWith === 'object' && !days.includes(erasedWith.days)
          ? [`${table}.${column}: ${erasedWith.days} days`]
          : []),
      ]
    })
    expect(wrong).toEqual([])
    expect(personal.length).toBeGreaterThan(20)
  })
})
