import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { dayMs, hourMs, isoIn, minuteMs, addMs } from '#kit/clock.ts'
import { bookMachine, bookMoney } from '#test/support/reporting/money.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { closingNumbersByRow } from './store.ts'
import { closeDays } from './flow/closeDays.ts'

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  await sql`truncate paid_segment, ledger cascade`.execute(portal.db)
  await sql`update lot set time_zone = 'America/Sao_Paulo'`.execute(portal.db)
  await closeDays(portal.deps.closing)
})

const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha']

/** A row of `ago` hours before now; `hours` later the days are closed. */
const event = fc.record({
  kind: fc.constantFrom<'capture' | 'refund' | 'machine'>('capture', 'capture', 'refund', 'machine'),
  lot: fc.integer({ min: 1, max: 3 }),
  zone: fc.constantFrom(...zones),
  ago: fc.integer({ min: -2, max: 80 }),
  cents: fc.integer({ min: 1, max: 90_000 }),
  hours: fc.integer({ min: 0, max: 30 }),
})

type Row = { id: number; lot: number; day: string; signed: number; isLedger: boolean }

it('each row is in exactly one closing, and no closed day changes, however late a row is', async () => {
  const rows: Row[] = []
  const { day: firstDay } = await portal.db
    .selectFrom('closing_start')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('lot_id', '=', 1)
    .executeTakeFirstOrThrow()
  const sums = async () => {
    const found = await sql<{ lot: number; cents: number }>`
      select lot_id as lot, coalesce(sum(amount_cents), 0)::bigint as cents
      from closing left join closing_line on closing_id = closing.id and section in ('portal', 'refund', 'machine', 'late')
      group by 1`.execute(portal.db)
    return new Map(found.rows.map(({ lot, cents }) => [lot, cents]))
  }
  const digests = async () => {
    const closed = await portal.db.selectFrom('closing').select('digest').orderBy('id').execute()
    return closed.map(({ digest }) => digest)
  }
  // One row is of a day before the first closing.
  const long = addMs(portal.clock.now(), -30 * hourMs)
  const id = await bookMoney(portal.db, { lot: 1, zone: 'America/Sao_Paulo', at: long, cents: 100 })
  rows.push({ id, lot: 1, day: isoIn('America/Sao_Paulo', long).slice(0, 10), signed: 100, isLedger: true })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
      const before = await digests()
      for (const { kind, lot, zone, ago, cents, hours } of events) {
        const at = addMs(portal.clock.now(), -ago * hourMs)
        const isMachine = kind === 'machine'
        const id = isMachine
          ? await bookMachine(portal.db, { lot, at, cents })
          : await bookMoney(portal.db, { lot, zone, at, cents, kind })
        const day = isoIn(isMachine ? 'America/Sao_Paulo' : zone, at).slice(0, 10)
        rows.push({ id, lot, day, signed: kind === 'refund' ? -cents : cents, isLedger: !isMachine })
        portal.clock.forward((hours * hourMs) / minuteMs)
        await closeDays(portal.deps.closing)
      }
      // Every row is of a day that is over: all are counted.
      portal.clock.forward((4 * dayMs) / minuteMs)
      await closeDays(portal.deps.closing)
      const closed = await sums()
      for (const lot of [1, 2, 3]) {
        const own = rows.filter((row) => row.lot === lot)
        expect(closed.get(lot)).toBe(own.reduce((sum, { signed }) => sum + signed, 0))
      }
      expect((await digests()).slice(0, before.length)).toEqual(before)
    }),
    { numRuns: 12, endOnFailure: true },
  )
  const ledger = rows.filter(({ isLedger }) => isLedger)
  const booked = ledger.map(({ id, lot, day }) => ({ id, lot_id: lot, day }))
  const numbers = await closingNumbersByRow(portal.db, booked)
  expect(numbers.size).toBe(ledger.length)
  expect(rows.some(({ day }) => day < firstDay)).toBe(true)
}, 120_000)
