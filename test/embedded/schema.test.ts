import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeSchema } from '../../tools/schema/describe.ts'
import { root } from '../tidy/sources.ts'

it('db/schema.sql and db/schema.ts are what the migrations make; if not, run npm run schema', async () => {
  const described = await describeSchema(join(root, 'db/migrations'))
  for (const [file, text] of Object.entries(described)) {
    expect(readFileSync(join(root, 'db', file), 'utf8'), `db/${file}`).toBe(text)
  }
}, 60_000)
