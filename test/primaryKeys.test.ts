import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every table has a primary key, so that each can be published', () => {
  const schema = readFileSync(new URL('../db/schema.sql', import.meta.url), 'utf8')
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(([^]*?)^\);/gm)]
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter(([, , body]) => !body?.includes('PRIMARY KEY')).map(([, name]) => name)).toEqual([])
})
