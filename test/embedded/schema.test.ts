import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { stayStates } from '#payment/paymentState.ts'
import { copyBare } from '#test/support/database/embedded/template.ts'
import { describeSchema } from '../../tools/schema/describe.ts'
import { root } from '../tidy/sources.ts'

it('db/schema.sql and db/schema.ts match the migrations; if not, run npm run schema', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'guiche-schema-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  await copyBare(empty)
  const described = await describeSchema(join(root, 'db/migrations'), empty)
  for (const [file, text] of Object.entries(described)) {
    expect(readFileSync(join(root, 'db', file), 'utf8'), `db/${file}`).toBe(text)
  }
}, 60_000)

it('the index for one payment per stay covers the states of the code', () => {
  const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
  const index = schema.split('\n').find((line) => line.includes('payment_one_per_stay')) ?? ''
  const states = [...index.matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
  expect(states.toSorted()).toEqual([...stayStates].toSorted())
})
