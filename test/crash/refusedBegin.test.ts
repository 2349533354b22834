import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '#test/support/database/fresh.ts'
import { insideTransaction, markOfOpen } from '#kit/server/db/lease.ts'
import { sendingAlong } from '#kit/server/db/line/along.ts'

/** A session that is told to cancel what it does may be refused its begin, and lives on: what was sent with it is done alone. */
let client: pg.Client
let isRefused = true
const send = async (text: string, values?: readonly unknown[]) =>
  client.query(text === 'begin' && isRefused ? 'select 1 / 0' : text, values && [...values])
let ask: ReturnType<typeof sendingAlong>
beforeAll(async () => {
  client = new pg.Client({ connectionString: await freshDatabase('empty'), pipeline: true })
  await client.connect()
  await client.query('create table noted (n int)')
  ask = sendingAlong(client.connection.stream, send)
})
beforeEach(() => {
  isRefused = true
})
afterAll(() => client.end())

const note = (n: number) => ask('insert into noted values ($1)', [n])
const noted = async () => (await client.query('select n from noted order by n')).rows.map(({ n }) => n)

it('begin is refused: nothing of what was to follow it is left', async () => {
  await insideTransaction(async () => {
    await ask('begin', undefined)
    await expect(note(1)).rejects.toThrow('division by zero')
    await ask('rollback', undefined)
  })
  expect(await noted()).toEqual([])
})

it('nor of a change that was to go along with a question', async () => {
  const values = [1]
  await insideTransaction(async () => {
    await ask('begin', undefined)
    const asked = [{ text: 'insert into noted values ($1)', values: [2] }]
    const mark = markOfOpen()
    if (mark) mark.next = { after: values, asked }
    await expect(ask('select $1::int', values)).rejects.toThrow('division by zero')
    await ask('rollback', undefined)
  })
  expect(await noted()).toEqual([])
})

it('where one write is all of the transaction it is done, and nobody is told otherwise', async () => {
  await insideTransaction(async () => {
    await ask('begin', undefined)
    const mark = markOfOpen()
    if (mark) mark.isEnding = true
    await note(3)
    expect((await ask('commit', undefined)).command).toBe('COMMIT')
  })
  expect(await noted()).toEqual([3])
})

it('the next transaction begins as ever', async () => {
  isRefused = false
  await insideTransaction(async () => {
    await ask('begin', undefined)
    await note(4)
    await ask('rollback', undefined)
  })
  expect(await noted()).toEqual([3])
})
