import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { during } from '#test/support/database/statements.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import type { Db } from '#db/schema.ts'
import { writeLater } from './bundle.ts'
import { isUniqueViolation, transaction } from './transaction.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await portal.deps.jobs.stop()
})
beforeEach(() => portal.db.deleteFrom('setting').where('key', 'like', 'bundle %').execute())
afterAll(() => portal.close())

const now = new Date()
const add = (db: Db, key: string, text = 'first') =>
  writeLater(
    db,
    `setting ${key}`,
    db
      .insertInto('setting')
      .values({ key: `bundle ${key}`, value: JSON.stringify({ text }), updated_at: now }),
  )
const change = (db: Db, key: string, text: string) =>
  writeLater(
    db,
    `setting ${key}`,
    db
      .updateTable('setting')
      .set({ value: JSON.stringify({ text }) })
      .where('key', '=', `bundle ${key}`),
  )
const read = async (db: Db) => {
  const rows = await db
    .selectFrom('setting')
    .selectAll()
    .where('key', 'like', 'bundle %')
    .orderBy('key')
    .execute()
  return rows.map(({ key, value }) => [key.slice('bundle '.length), value])
}

it('writes all that a transaction left in one statement', async () => {
  const { others } = await during(() =>
    transaction(portal.db, async (db) => {
      await add(db, 'a')
      await add(db, 'b')
      await add(db, 'c')
    }),
  )
  expect(others.map((text) => text.split(' ')[0])).toEqual(['begin', 'with', 'commit'])
  expect((await read(portal.db)).map(([key]) => key)).toEqual(['a', 'b', 'c'])
})

it('numbers rows in the order in which they were left', async () => {
  const told = (action: string) => ({
    at: now,
    actor: 'customer',
    subject: 'bundle',
    subject_id: '1',
    action,
  })
  const actions = ['one', 'two', 'three', 'four']
  await transaction(portal.db, async (db) => {
    for (const action of actions) await writeLater(db, null, db.insertInto('audit').values(told(action)))
  })
  const audit = portal.db.selectFrom('audit').select('action').where('subject', '=', 'bundle')
  const rows = await audit.orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual(actions)
})

it('shows the transaction what it has left so far', async () => {
  const seen = await transaction(portal.db, async (db) => {
    await add(db, 'a')
    return read(db)
  })
  expect(seen).toEqual([['a', { text: 'first' }]])
})

it('changes a row twice in the order of the calls', async () => {
  await add(portal.db, 'a')
  await transaction(portal.db, async (db) => {
    await change(db, 'a', 'second')
    await change(db, 'a', 'third')
  })
  expect(await read(portal.db)).toEqual([['a', { text: 'third' }]])
})

it('writes nothing of a transaction that fails, and leaves nothing to the next', async () => {
  const broken = transaction(portal.db, async (db) => {
    await add(db, 'a')
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  await transaction(portal.db, (db) => add(db, 'b'))
  expect((await read(portal.db)).map(([key]) => key)).toEqual(['b'])
})

it('fails the transaction whose write the database refuses', async () => {
  await add(portal.db, 'a')
  const twice = transaction(portal.db, async (db) => {
    await add(db, 'b')
    await add(db, 'a')
  })
  await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(error, 'setting_pkey'))
  expect((await read(portal.db)).map(([key]) => key)).toEqual(['a'])
})
