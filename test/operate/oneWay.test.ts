import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOneWay } from '#kit/server/db/line/inOneWay.ts'
import { isUniqueViolation, transaction, transactionOrRead } from '#kit/server/db/transaction.ts'
import { writeLater } from '#kit/server/db/bundle.ts'
import type { Db } from '#db/schema.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { type ByteLine, openByteLine } from './line.ts'

/** What goes to the database together: begin with the first statement, commit with the last write. */
let portal: TestPortal
let line: ByteLine
beforeAll(async () => {
  portal = await startPortal({
    databaseThrough: async (url) => {
      line = await openByteLine(Number(new URL(url).port))
      return line.before(url)
    },
  })
  await portal.deps.jobs.stop()
  await ask(portal.db)
})
afterAll(async () => {
  await portal.close()
  await line.close()
})

const ask = (db: Db) =>
  sql<{ n: number }>`select count(*) as n from setting where key like 'way %'`.execute(db)
const kept = async () => (await ask(portal.db)).rows[0]?.n
const write = (db: Db, name: string) => {
  const row = { key: `way ${name}`, value: '{}', updated_at: portal.clock.now() }
  return writeLater(db, null, db.insertInto('setting').values(row))
}

/** How many ways there and back some work took. */
async function ways(work: (db: Db) => Promise<unknown>): Promise<number> {
  const before = line.sent()
  await transaction(portal.db, work)
  return line.sent() - before
}

it('a transaction that reads once and writes goes there twice', async () => {
  const readAndWrite = async (db: Db) => {
    await ask(db)
    await write(db, 'a')
  }
  expect(await ways(readAndWrite)).toBe(2)
  expect(await kept()).toBe(1)
})

it('one that only writes goes there once, and one that asks nothing never', async () => {
  expect(await ways((db) => write(db, 'b'))).toBe(1)
  expect(await kept()).toBe(2)
  expect(await ways(async () => {})).toBe(0)
})

it('one that fails before it asked anything leaves nothing open', async () => {
  const failing = transaction(portal.db, async () => Promise.reject(new Error('changed its mind')))
  await expect(failing).rejects.toThrow('changed its mind')
  const open = sql<{ open: boolean }>`select now() <> statement_timestamp() as open`
  await write(portal.db, 'c')
  expect(await kept()).toBe(3)
  expect((await open.execute(portal.db)).rows).toEqual([{ open: false }])
})

it('a write that is refused at the end takes all of it back, and says why', async () => {
  const before = await kept()
  const refused = transaction(portal.db, async (db) => {
    await write(db, 'd')
    await ask(db)
    await write(db, 'd')
  })
  const error: unknown = await refused.catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(error, 'setting_pkey')).toBe(true)
  expect(await kept()).toBe(before)
  expect(await ways((db) => write(db, 'e'))).toBe(1)
  expect(await kept()).toBe((before ?? 0) + 1)
})

it('one that changes something before it asks begins first: a begin that is refused leaves nothing of it', async () => {
  const changeAndAsk = async (db: Db) => {
    await write(db, 'f1')
    await ask(db)
    await write(db, 'f2')
  }
  expect(await ways(changeAndAsk)).toBe(4)
})

describe('what is read after a transaction', () => {
  const count = () => sql<{ n: number }>`select count(*)::int as n from setting where key like ${'way %'}`
  const readAfter = async (work: (db: Db) => Promise<unknown>, known: object | null = null) => {
    const before = line.sent()
    const ended = await transactionOrRead(portal.db, count().compile(portal.db), async (db) => {
      await work(db)
      return known
    })
    return { ...ended, sent: line.sent() - before }
  }

  it('goes along with its last write, and sees it', async () => {
    const before = (await kept()) ?? 0
    expect(await readAfter((db) => write(db, 'i'))).toEqual({ rows: [{ n: before + 1 }], sent: 1 })
  })

  it('is not asked where the work knows the answer, which is told once it has committed', async () => {
    const before = (await kept()) ?? 0
    expect(await readAfter((db) => write(db, 'j'), { n: 1 })).toEqual({ known: { n: 1 }, sent: 1 })
    expect(await kept()).toBe(before + 1)
    await expect(readAfter((db) => write(db, 'j'), { n: 1 })).rejects.toThrow('setting_pkey')
  })

  it('is asked by itself where nothing was written', async () => {
    const n = await kept()
    expect(await readAfter((db) => ask(db))).toEqual({ rows: [{ n }], sent: 3 })
  })

  it('is no answer where the write was refused', async () => {
    const before = await kept()
    const refused: unknown = await readAfter((db) => write(db, 'i')).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(refused, 'setting_pkey')).toBe(true)
    expect(await ways(async () => {})).toBe(0)
    expect(await kept()).toBe(before)
  })
})

describe('what is asked ahead', () => {
  const marked = (n: number) => sql<{ n: number }>`select ${n}::int as n`.compile(portal.db)
  const numbers = async (db: Db, query: CompiledQuery<{ n: number }>) =>
    (await db.executeQuery(query)).rows.map(({ n }) => n)

  it('goes along, and is answered without another way', async () => {
    const [first, second, third] = [marked(1), marked(2), marked(3)]
    const sent = await ways(async (db) => {
      expect(await inOneWay(db, first, second, [third, marked(4)])).toEqual([[{ n: 1 }], [{ n: 2 }]])
      expect(await numbers(db, marked(3))).toEqual([3])
      expect(await numbers(db, marked(4))).toEqual([4])
    })
    // The second way is the commit.
    expect(sent).toBe(2)
  })

  it('is asked anew after something else, which may have changed it', async () => {
    const count = sql<{ n: number }>`select count(*)::int as n from setting where key like ${'way %'}`
    const before = await kept()
    await transaction(portal.db, async (db) => {
      await inOneWay(db, marked(1), marked(2), [count.compile(db)])
      await write(db, 'g')
      expect(await numbers(db, count.compile(db))).toEqual([(before ?? 0) + 1])
    })
  })

  it('and then not asked is no answer to the next transaction', async () => {
    await transaction(portal.db, (db) => inOneWay(db, marked(1), marked(2), [marked(3)]))
    // Begin with the statement, and commit.
    expect(await ways((db) => numbers(db, marked(3)))).toBe(2)
  })

  const refusedOne = (db: Db) => sql`select 1 / ${0}::int`.compile(db)

  it.each([
    ['is asked about something else', (db: Db) => ask(db)],
    ['writes at the end', (db: Db) => write(db, 'h')],
    ['asks for what came after it', (db: Db) => numbers(db, marked(3))],
    ['only ends', async () => {}],
  ])('that is refused takes everything back and says why, when the transaction %s', async (_, goesOn) => {
    const before = await kept()
    const refused = transaction(portal.db, async (db) => {
      await write(db, 'h1')
      await inOneWay(db, marked(1), marked(2), [refusedOne(db), marked(3)])
      await goesOn(db)
    })
    await expect(refused).rejects.toThrow('division by zero')
    expect(await kept()).toBe(before)
  })

  it('that stood in another’s way is done again, though nobody asked for its answer', async () => {
    let times = 0
    const conflict = (db: Db) =>
      sql`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`.compile(db)
    await transaction(portal.db, async (db) => {
      times += 1
      await inOneWay(db, marked(1), marked(2), times === 1 ? [conflict(db)] : [])
      await write(db, 'q')
    })
    expect(times).toBe(2)
  })

  it('that is refused is nothing to who fails by itself, nor to the next transaction', async () => {
    const failing = transaction(portal.db, async (db) => {
      await inOneWay(db, marked(1), marked(2), [refusedOne(db)])
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    const invalid = transaction(portal.db, (db) => sql`select nothing`.execute(db))
    await expect(invalid).rejects.toThrow('does not exist')
    expect(await transaction(portal.db, (db) => numbers(db, marked(5)))).toEqual([5])
  })
})
