import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stayStates } from '#payment/paymentState.ts'
import { describeSchema } from '../../tools/schema/describe.ts'
import { root } from '../tidy/sources.ts'

it('db/schema.sql and db/schema.ts are what the migrations make; if not, run npm run schema', async () => {
  const described = await describeSchema(join(root, 'db/migrations'))
  for (const [file, text] of Object.entries(described)) {
    expect(readFileSync(join(root, 'db', file), 'utf8'), `db/${file}`).toBe(text)
  }
}, 60_000)

it('the index that lets one payment per stay through counts the states that the code counts', () => {
  const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
  const index = schema.split('\n').find((line) => line.includes('payment_one_per_stay')) ?? ''
  const states = [...index.matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
  expect(states.toSorted()).toEqual([...stayStates].toSorted())
})
