import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openWithoutMigrating } from '#app/server/database.ts'
import { zeroDigest } from '#closing/document.ts'
import { digestOf } from '#closing/server/flow/closeDays.ts'
import { type ClosingRow, withLines } from '#closing/server/store.ts'
import { dayMs, isoIn } from '#kit/clock.ts'
import { type Instance, prepareInstance } from '#test/support/instances/instance.ts'
import { type PortalProcess, startProcess, until } from '#test/support/process.ts'
import { bookMoney } from '#test/support/reporting/money.ts'

let instance: Instance
let opened: Database
let other: PortalProcess | undefined
beforeAll(async () => {
  instance = await prepareInstance('postgresql', 'tables', {
    env: { PIX_PROVIDER: 'cielo', CLOSING_INTERVAL_MS: '200' },
  })
  opened = await openWithoutMigrating(
    { databaseUrl: instance.env.DATABASE_URL ?? null, dataDir: null },
    () => {},
  )
})
afterAll(async () => {
  await other?.stop()
  await opened.close()
  await instance.close()
})

const zone = 'America/Sao_Paulo'
/** Due at any hour of the test's own day. */
const at = new Date(Date.now() - 2 * dayMs)
const day = isoIn(zone, at).slice(0, 10)

const closings = async (): Promise<Omit<ClosingRow, 'lot'>[]> =>
  opened.db
    .selectFrom('closing')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('lot_id', '=', 1)
    .orderBy('number')
    .execute()

async function waitingSessions(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(opened.db)
  return rows.map(({ pid }) => pid)
}

it('a process killed between the count and the insert of a closing: two instances then create one closing per day', async () => {
  await instance.start()
  const block = await instance.lockTable('closing')
  await bookMoney(opened.db, { lot: 1, zone, at, cents: 700, brand: 'Visa' })
  await sql`insert into closing_start (lot_id, day, ledger_id, segment_id) values (1, ${day}::date, 0, 0)
    on conflict (lot_id) do update set day = excluded.day, ledger_id = 0`.execute(opened.db)
  await until('the insert waits', block.waiting)
  const ofTheKilled = await waitingSessions()
  await instance.kill()
  other = await startProcess({ ...instance.env, DEMO: 'off' })
  await instance.start()
  // The killed process's session holds the lot's lock until its statement's timeout, then an instance does.
  await until(
    'both instances wait',
    async () => (await waitingSessions()).filter((pid) => !ofTheKilled.includes(pid)).length >= 2,
  )
  expect(await closings()).toEqual([])
  await block.release()
  const yesterday = isoIn(zone, new Date(Date.now() - dayMs)).slice(0, 10)
  await until('the day is closed', async () => (await closings()).length > 0)
  const rows = await withLines(opened.db, await closings())
  expect(rows.map(({ number, day: closed }) => [number, closed]).slice(0, 1)).toEqual([[1, day]])
  expect(rows.every((row) => [day, yesterday].includes(row.day))).toBe(true)
  let previous = zeroDigest
  rows.forEach((row, index) => {
    expect(row.number).toBe(index + 1)
    previous = digestOf(row, previous)
    expect(row.digest).toBe(previous)
  })
  expect(rows[0]?.lines).toMatchObject([{ section: 'portal', brand: 'Visa', count: 1, amount_cents: 700 }])
})
