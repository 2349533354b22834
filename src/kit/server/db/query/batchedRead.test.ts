import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordStatements } from '#test/support/database/statements.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import type { Db } from '#db/schema.ts'
import { transaction } from '../transaction.ts'
import { batchedRead } from './batchedRead.ts'

const portal = portalOfFile()
beforeAll(async () => {
  await portal.deps.jobs.stop()
  for (let nth = 0; nth < 20; nth += 1) await add(portal.db, `gathered ${nth}`)
})

async function add(db: Db, key: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify({ key }), updated_at: now })
    .execute()
}

const now = new Date()
const read = batchedRead<{ key: string; at: Date }, { value: { key: string }; at: Date }>(
  { key: 'text', at: 'timestamptz' },
  (asked) => sql`select value, ${asked('at')}::timestamptz as at from setting where key = ${asked('key')}`,
)
const keyOf = async (db: Db, key: string) => (await read(db, { key, at: now }))?.value.key

it('calls of one turn share one statement, and each gets its own row or none', async () => {
  const keys = ['gathered 3', 'gathered 1', 'nobody’s', 'gathered 2', 'gathered 1']
  const { others } = await recordStatements(async () => {
    const answers = await Promise.all(keys.map((key) => keyOf(portal.db, key)))
    expect(answers).toEqual(['gathered 3', 'gathered 1', undefined, 'gathered 2', 'gathered 1'])
  })
  expect(others).toHaveLength(1)
  expect((await read(portal.db, { key: 'gathered 1', at: now }))?.at).toEqual(now)
})

it('at most sixteen calls share a statement; later calls see later writes', async () => {
  const keys = Array.from({ length: 17 }, (_, nth) => `gathered ${nth}`)
  const { others } = await recordStatements(async () => {
    expect(await Promise.all(keys.map((key) => keyOf(portal.db, key)))).toEqual(keys)
  })
  expect(others).toHaveLength(2)
  expect(await keyOf(portal.db, 'gathered new')).toBeUndefined()
  await add(portal.db, 'gathered new')
  expect(await keyOf(portal.db, 'gathered new')).toBe('gathered new')
})

it('inside a transaction it sees its writes and refuses another connection, even with calls from outside', async () => {
  const outside = AsyncLocalStorage.snapshot()
  const { other } = await transaction(portal.db, async (db) => {
    await add(db, 'gathered inside')
    expect(await keyOf(db, 'gathered inside')).toBe('gathered inside')
    const other = outside(() => keyOf(portal.db, 'gathered 1'))
    await expect(keyOf(portal.db, 'gathered inside')).rejects.toThrow('nested acquire')
    return { other }
  })
  expect(await other).toBe('gathered 1')
})

it('an error of the database is thrown to each caller', async () => {
  const impossible = batchedRead<{ n: string }, { n: number }>(
    { n: 'text' },
    (asked) => sql`select 1 / ${asked('n')}::int as n`,
  )
  const [one, other] = await Promise.allSettled([
    impossible(portal.db, { n: '1' }),
    impossible(portal.db, { n: '0' }),
  ])
  expect([one.status, other.status]).toEqual(['rejected', 'rejected'])
  expect(await impossible(portal.db, { n: '1' })).toMatchObject({ n: 1 })
})
