import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/schema.ts'
import { dayMs, hourMs, isoIn, addMs } from '#kit/clock.ts'
import { timeZoneTexts } from '#parking/timeZones.ts'
import { at, type PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { bookMoney } from '#test/support/reporting/money.ts'
import { staffMember } from '#test/support/staff.ts'
import { type PeriodFilter, sumByPeriod } from '../dashboard/store.ts'
import { hourSumKeptDays, updateHourSums } from './updateHourSums.ts'
import type { SumKind } from './sumSources.ts'

// It books payments without attempts.
const portal = portalOfFile({ invariants: false })
let supervisor: PortalClient
beforeAll(async () => {
  supervisor = await staffMember(portal, 10)
  await updateHourSums(portal.db, { minRows: 1 })
  await sql`truncate hour_sum`.execute(portal.db)
  await sql`truncate paid_segment, ledger cascade`.execute(portal.db)
  await sql`update ticket set replaces_id = null, entered_at = '2010-01-01Z'`.execute(portal.db)
  await sql`
    insert into tariff (lot_id, version, name, rules, time_zone, created_at)
    select lot_id, 1 + each.n, name, rules, each.zone, created_at
    from tariff, unnest(${zones}::text[]) with ordinality as each (zone, n)`.execute(portal.db)
})

const zones = Object.keys(timeZoneTexts)
const lots = [1, 2, 3]
const everything = { minRows: 1, batchSize: 7 }

type Fact = { kind: SumKind; lot: number; zone: string; at: Date; cents: number; n: number }
const facts: Fact[] = []

let number = 0
async function enter(db: Db, { lot, zone, at }: Fact, paidCents: number | null): Promise<void> {
  number += 1
  await sql`
    with car as (
      insert into ticket (code, lot_id, tariff_id, gate, entered_at, created_at)
      select ${String(4_000_000_000_000 + number)}, ${lot}, id, 'E1', ${paidCents === null ? at : new Date(0)}, ${at}
      from tariff where lot_id = ${lot} and time_zone = ${zone} limit 1 returning id
    )
    insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at)
    select id, 1, coalesce(${paidCents}::bigint, 1), ${paidCents === null ? 'waiver' : 'machine'}, ${at}, ${at} from car`.execute(
    db,
  )
}

const write = (db: Db, { kind, cents, ...fact }: Fact) =>
  kind === 'entry' || kind === 'machine'
    ? enter(db, { kind, cents, ...fact }, kind === 'entry' ? null : cents)
    : bookMoney(db, {
        ...fact,
        cents,
        kind: kind === 'refund' ? 'refund' : 'capture',
        method: kind === 'pix' ? 'pix' : 'credit',
      })

/** The same sums, computed in JavaScript. */
function expectedSums({ from, to, unit, lots }: PeriodFilter): Map<string, [number, number]> {
  const sums = new Map<string, [number, number]>()
  for (const { kind, lot, zone, at, cents, n } of facts) {
    const day = isoIn(zone, at).slice(0, 10)
    if (day < from || day > to || (lots !== null && !lots.includes(lot))) continue
    const key = `${kind} ${unit === 'day' ? day : day.slice(0, 7)}`
    const [amount, count] = sums.get(key) ?? [0, 0]
    sums.set(key, [amount + cents, count + n])
  }
  return new Map([...sums].toSorted())
}

const toMap = (sums: Awaited<ReturnType<typeof sumByPeriod>>) =>
  new Map(
    sums.map(({ kind, period, amount, count }) => [`${kind} ${period}`, [amount, count]] as const).toSorted(),
  )

async function setZone(lot: number, zone: string): Promise<void> {
  await portal.db.updateTable('lot').set({ time_zone: zone }).where('id', '=', lot).execute()
}

// A day that began an hour late, one with 25 hours, and the turn of a year.
const turns = ['2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z', '2026-01-01T03:00:00Z'].map(
  (text) => new Date(text),
)
const instant = fc
  .tuple(fc.constantFrom(...turns), fc.integer({ min: -30 * 60, max: 30 * 60 }))
  .map(([turn, minutes]) => addMs(turn, minutes * 60_000))
const lot = fc.constantFrom(...lots)
const cents = fc.integer({ min: 1, max: 100_000 })
const zone = fc.constantFrom(...zones)
const money = { lot, zone, at: instant, cents }
const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ ...money, kind: fc.constantFrom('pix', 'card', 'refund'), n: fc.constant(1) }),
  fc.record(money).map((one) => ({ ...one, kind: 'refund' as const, cents: -one.cents, n: -1 })),
  fc.record(money).map((one) => ({ ...one, kind: 'machine' as const, n: 1 })),
  fc.record({ lot, zone, at: instant }).map((car) => ({ ...car, kind: 'entry' as const, cents: 0, n: 1 })),
)

const steps = {
  write: fc.record({ do: fc.constant('write' as const), fact }),
  writeSlowly: fc.record({
    do: fc.constant('write slowly' as const),
    fact,
    after: fc.integer({ min: 1, max: 6 }),
    commit: fc.boolean(),
  }),
  sum: fc.record({ do: fc.constant('sum' as const), instances: fc.constantFrom(1, 1, 3) }),
  move: fc.record({ do: fc.constant('move' as const), lot, zone }),
}
const step = fc.oneof(
  { weight: 6, arbitrary: steps.write },
  { weight: 2, arbitrary: steps.writeSlowly },
  { weight: 3, arbitrary: steps.sum },
  { weight: 1, arbitrary: steps.move },
)

/** Open transactions that have written, and their remaining steps. */
type OpenTransaction = { left: number; end: () => Promise<void> }

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function run(one: Step, slow: OpenTransaction[]): Promise<void> {
  if (one.do === 'move') return setZone(one.lot, one.zone)
  if (one.do === 'write') {
    await write(portal.db, one.fact)
    facts.push(one.fact)
  } else if (one.do === 'sum') {
    const runs = Array.from({ length: one.instances }, () =>
      updateHourSums(portal.db, { ...everything, maxPolls: 2 }),
    )
    await Promise.all(runs)
  } else {
    const open = await portal.db.startTransaction().execute()
    await write(open, one.fact)
    const end = async () => {
      await (one.commit ? open.commit() : open.rollback()).execute()
      if (one.commit) facts.push(one.fact)
    }
    slow.push({ left: one.after, end })
  }
}

const periods: readonly PeriodFilter[] = [
  { from: '2018-11-03', to: '2018-11-04', unit: 'day', lots: null },
  { from: '2018-11-04', to: '2018-11-05', unit: 'day', lots: [2] },
  { from: '2019-02-16', to: '2019-02-17', unit: 'day', lots: null },
  { from: '2018-11-01', to: '2019-02-28', unit: 'month', lots: null },
  { from: '2025-12-31', to: '2026-01-01', unit: 'day', lots: [1, 3] },
  { from: '2025-12-31', to: '2026-01-02', unit: 'month', lots: null },
]

describe('sums by the hour', () => {
  it('and newer rows equal the written rows, for any order of writers and at any step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
        let slow: OpenTransaction[] = []
        for (const [index, one] of steps.entries()) {
          await run(one, slow)
          for (const each of slow) each.left -= 1
          for (const { end } of slow.filter(({ left }) => left <= 0)) await end()
          slow = slow.filter(({ left }) => left > 0)
          const span = periods[index % periods.length]
          if (span) expect(toMap(await sumByPeriod(portal.db, span, true))).toEqual(expectedSums(span))
        }
        for (const { end } of slow) await end()
        await updateHourSums(portal.db, everything)
        for (const span of periods) {
          expect(toMap(await sumByPeriod(portal.db, span, true))).toEqual(expectedSums(span))
          expect(toMap(await sumByPeriod(portal.db, span, false))).toEqual(expectedSums(span))
        }
      }),
      { numRuns: 8 },
    )
    expect(facts.length).toBeGreaterThan(50)
  }, 60_000)

  it('are included in the dashboard, as are rows booked into a day of two years ago', async () => {
    const now = portal.clock.now()
    const [old, today] = [addMs(now, -700 * dayMs), addMs(now, -hourMs)]
    const of = (kind: SumKind, at: Date, cents: number): Fact => {
      return { kind, lot: 2, zone: zones[1] ?? '', at, cents, n: 1 }
    }
    const shown = async (day: Date, query = '') => {
      const text = isoIn(zones[1] ?? '', day).slice(0, 10)
      const reply = must(await supervisor.get(`/api/staff/dashboard?from=${text}&to=${text}${query}`))
      return at(reply.body, 'data.totals')
    }
    await setZone(2, zones[1] ?? '')
    const sold = [of('card', old, 700), of('pix', old, 500), of('machine', old, 300)]
    for (const one of [...sold, of('entry', old, 0)]) await write(portal.db, one)
    const before = {
      captured: 12,
      pix: 5,
      refunded: 0,
      machine: 3,
      till: 0,
      payments: 2,
      refusals: 0,
      entries: 1,
    }
    expect(await shown(old)).toEqual(before)
    await updateHourSums(portal.db, everything)
    expect(await shown(old)).toEqual(before)
    await write(portal.db, of('refund', old, 200))
    await write(portal.db, of('card', today, 900))
    expect(await shown(old)).toEqual({ ...before, refunded: 2 })
    expect(await shown(old, '&lot_id=1')).toMatchObject({ captured: 0, entries: 0 })
    expect(await shown(old, '&lot_id=2&by=month')).toEqual({ ...before, refunded: 2 })
    expect(await shown(today)).toMatchObject({ captured: 9, payments: 1 })
    await portal.upkeep()
    expect(await shown(old)).toEqual({ ...before, refunded: 2 })
  })

  it('are kept for four years; older days are summed from their rows', async () => {
    const day = addMs(portal.clock.now(), -(hourSumKeptDays + 30) * dayMs)
    const text = day.toISOString().slice(0, 10)
    const read = async () => {
      const reply = must(await supervisor.get(`/api/staff/dashboard?from=${text}&to=${text}`))
      return at(reply.body, 'data.totals')
    }
    await write(portal.db, { kind: 'card', lot: 1, zone: zones[0] ?? '', at: day, cents: 1234, n: 1 })
    await updateHourSums(portal.db, everything)
    const kept = portal.db.selectFrom('hour_sum').select('hour_at').where('hour_at', '<=', addMs(day, dayMs))
    expect((await kept.execute()).length).toBeGreaterThan(0)
    expect(await read()).toMatchObject({ captured: 12.34, payments: 1 })
    await portal.upkeep()
    expect(await kept.execute()).toEqual([])
    expect(await read()).toMatchObject({ captured: 12.34, payments: 1 })
  })

  it('are not written for an hour with few rows until more rows exist', async () => {
    const upto = () =>
      portal.db.selectFrom('hour_sum_upto').select(['source', 'number']).orderBy('source').execute()
    await updateHourSums(portal.db, everything)
    const before = await upto()
    await write(portal.db, {
      kind: 'entry',
      lot: 1,
      zone: zones[0] ?? '',
      at: portal.clock.now(),
      cents: 0,
      n: 1,
    })
    await portal.upkeep()
    expect(await upto()).toEqual(before)
  })

  it('every zone of Brazil differs from UTC by whole hours, so that an hour belongs to one day', () => {
    const days = Array.from({ length: 365 * 40 }, (_, i) =>
      addMs(new Date('1990-01-01T05:00:00Z'), i * dayMs),
    )
    for (const zone of zones)
      expect(new Set(days.map((day) => isoIn(zone, day).slice(-2)))).toEqual(new Set(['00']))
  })
})
