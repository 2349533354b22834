import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import { sumCents } from './blockTariff.ts'
import { minutesToNightEnd, computePrice, tariffRules, type TariffRules } from './tariff.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { anyCalendar } from '#test/support/garage/calendarTariffs.ts'

const timeZone = 'America/Sao_Paulo'
const enteredAt = new Date('2026-11-21T12:00:00Z')
const after = (rules: TariffRules, minutes: number) =>
  computePrice(rules, { enteredAt, at: addMs(enteredAt, minutes * minuteMs), timeZone })

const flatDay: TariffRules = {
  kind: 'flat_day',
  entry_tolerance_min: 10,
  day: { value_cents: 3500 },
  exit_tolerance_min: 30,
  exit_rule: 'max_of_both',
  lost_ticket_fee_cents: 0,
}
const hotel: TariffRules = {
  ...demoTariffs.D,
  kind: 'overnight',
  night: { from: '20:00', to: '08:00', value_cents: 2500 },
}

const line = (text: string, amountCents: number) => ({ text, amountCents })

describe('lines', () => {
  test.each([
    [demoTariffs.A, 30, []],
    [demoTariffs.A, 31, [line('Primeiras 2 h', 600)]],
    [demoTariffs.A, 121, [line('Primeiras 2 h', 600), line('1 fração de 1 h', 100)]],
    [
      {
        ...demoTariffs.A,
        first_block: { minutes: 45, value_cents: 500 },
        step: { minutes: 90, value_cents: 100 },
      },
      46,
      [line('Primeiros 45 min', 500), line('1 fração de 1 h 30 min', 100)],
    ],
    [demoTariffs.D, 70, [line('Primeira hora', 1200), line('1 fração de 30 min', 300)]],
    [demoTariffs.D, 120, [line('Primeira hora', 1200), line('2 frações de 30 min', 600)]],
    [demoTariffs.D, 1440, [line('Diária (24 h)', 4500)]],
    [demoTariffs.D, 1441, [line('Diária (24 h)', 4500), line('Primeira hora', 1200)]],
    [demoTariffs.D, 2880, [line('2 diárias (24 h)', 9000)]],
    [flatDay, 1441, [line('2 diárias (24 h)', 7000)]],
    [{ ...hotel, night: { ...hotel.night, value_cents: 0 } }, 0, []],
  ])('%#: %o at minute %i', (rules, minutes, lines) => {
    expect(after(rules, minutes).lines).toEqual(lines)
  })
  test('a night names its window', () => {
    const entered = new Date('2026-11-21T20:00:00-03:00')
    const at = new Date('2026-11-22T07:00:00-03:00')
    const priced = computePrice(hotel, { enteredAt: entered, at, timeZone })
    expect(priced.lines).toEqual([{ text: 'Pernoite (20:00 às 08:00)', amountCents: 2500 }])
  })
})

describe('instants', () => {
  test.each([
    [demoTariffs.A, 0, { nextStepAt: 31, fractionEndsAt: null, freeUntil: 30 }],
    [demoTariffs.A, 30, { nextStepAt: 31, fractionEndsAt: null, freeUntil: 30 }],
    [demoTariffs.A, 31, { nextStepAt: 121, fractionEndsAt: 120, freeUntil: null }],
    [demoTariffs.A, 121, { nextStepAt: 181, fractionEndsAt: 180, freeUntil: null }],
    [
      { ...demoTariffs.A, first_block: { minutes: 119, value_cents: 600 }, cap: { value_cents: 99_999 } },
      1400,
      { nextStepAt: 1440, fractionEndsAt: 1439, freeUntil: null },
    ],
    [demoTariffs.D, 390, { nextStepAt: 1441, fractionEndsAt: 1440, freeUntil: null }],
    [demoTariffs.D, 1441, { nextStepAt: 1501, fractionEndsAt: 1500, freeUntil: null }],
    [
      { ...demoTariffs.A, step: { minutes: 60, value_cents: 0 } },
      31,
      { nextStepAt: null, fractionEndsAt: null, freeUntil: null },
    ],
    [
      { ...demoTariffs.D, cap: { value_cents: 0 } },
      31,
      { nextStepAt: null, fractionEndsAt: null, freeUntil: null },
    ],
    [
      { ...demoTariffs.A, first_block: { minutes: 120, value_cents: 0 } },
      0,
      { nextStepAt: 121, fractionEndsAt: null, freeUntil: 120 },
    ],
  ])('%#: %o at minute %i', (rules, minutes, expected) => {
    const { nextStepAt, fractionEndsAt, freeUntil } = after(rules, minutes)
    const minuteOf = (at: Date | null) => at && (at.getTime() - enteredAt.getTime()) / minuteMs
    const found = {
      nextStepAt: minuteOf(nextStepAt),
      fractionEndsAt: minuteOf(fractionEndsAt),
      freeUntil: minuteOf(freeUntil),
    }
    expect(found).toEqual(expected)
  })
  test.each([
    ['10:00:30', '10:31:29', 0],
    ['10:00:30', '10:31:30', 600],
    ['10:00:30', '09:00:00', 0],
  ])('entered %s, at %s: %i (seconds dropped)', (from, to, cents) => {
    const stay = { enteredAt: new Date(`2026-11-21T${from}Z`), at: new Date(`2026-11-21T${to}Z`), timeZone }
    expect(computePrice(demoTariffs.A, stay).amountCents).toBe(cents)
  })
})

describe('the night window is local', () => {
  const night = { from: '20:00', to: '08:00' }
  test.each([
    ['2026-11-21T20:00:00-03:00', 'America/Sao_Paulo', night, 720],
    ['2026-11-21T20:00:45-03:00', 'America/Sao_Paulo', night, 720],
    ['2026-11-22T07:59:00-03:00', 'America/Sao_Paulo', night, 1],
    ['2026-11-22T08:00:00-03:00', 'America/Sao_Paulo', night, null],
    ['2026-11-21T19:59:59-03:00', 'America/Sao_Paulo', night, null],
    ['2026-11-21T20:00:00-03:00', 'America/Rio_Branco', night, null],
    ['2026-11-21T22:00:00-03:00', 'America/Rio_Branco', night, 720],
    ['2026-11-21T01:30:00-03:00', 'America/Sao_Paulo', { from: '01:00', to: '05:00' }, 210],
    ['2018-11-03T20:00:00-03:00', 'America/Sao_Paulo', night, 660],
    ['2018-02-17T20:00:00-02:00', 'America/Sao_Paulo', night, 780],
    // The clock goes from 23:59 to 01:00: a night that would end between ends then.
    ['2018-11-03T22:00:00-03:00', 'America/Sao_Paulo', { from: '20:00', to: '00:00' }, 120],
    ['2018-11-03T22:00:00-03:00', 'America/Sao_Paulo', { from: '20:00', to: '00:30' }, 120],
    ['2018-11-03T22:00:00-03:00', 'America/Sao_Paulo', { from: '20:00', to: '00:59' }, 120],
    ['2018-11-03T22:00:00-03:00', 'America/Sao_Paulo', { from: '20:00', to: '01:00' }, 120],
    ['2018-11-03T22:00:00-03:00', 'America/Sao_Paulo', { from: '20:00', to: '01:30' }, 150],
  ])('%s in %s', (entered, zone, window, minutes) => {
    expect(minutesToNightEnd(window, new Date(entered), zone)).toBe(minutes)
  })
})

describe('contradictory rules are refused', () => {
  const good = demoTariffs.A
  test.each([
    ['a negative value', { ...good, first_block: { minutes: 60, value_cents: -1 } }],
    ['half a centavo', { ...good, step: { minutes: 60, value_cents: 0.5 } }],
    ['an empty step', { ...good, step: { minutes: 0, value_cents: 100 } }],
    ['an unknown kind', { ...good, kind: 'weekly' }],
    ['an unknown exit rule', { ...good, exit_rule: 'none' }],
    ['a missing tolerance', { ...good, entry_tolerance_min: undefined }],
    ['an empty night', { ...good, kind: 'overnight', night: { from: '20:00', to: '20:00', value_cents: 1 } }],
    ['25 o’clock', { ...good, kind: 'overnight', night: { from: '25:00', to: '08:00', value_cents: 1 } }],
  ])('%s', (_, rules) => {
    expect(z.safeParse(tariffRules, rules).success).toBe(false)
  })
})

const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 }))
const fraction = fc.record({ minutes: fc.integer({ min: 1, max: 600 }), value_cents: cents })
const every = {
  entry_tolerance_min: fc.integer({ min: 0, max: 90 }),
  exit_tolerance_min: fc.integer({ min: 0, max: 60 }),
  exit_rule: fc.constantFrom('tolerance_only' as const, 'max_of_both' as const),
  lost_ticket_fee_cents: cents,
}
const parts = {
  ...every,
  first_block: fraction,
  step: fraction,
  cap: fc.option(fc.record({ value_cents: cents })),
}
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
const night = fc.record({ from: clock, to: clock, value_cents: cents }).filter(({ from, to }) => from !== to)
const anyRules: fc.Arbitrary<TariffRules> = fc.oneof(
  fc.record({ kind: fc.constant('blocks' as const), ...parts }),
  fc.record({ kind: fc.constant('overnight' as const), ...parts, night }),
  fc.record({ kind: fc.constant('flat_day' as const), ...every, day: fc.record({ value_cents: cents }) }),
  anyCalendar,
)
const anyEntry = fc.date({ min: new Date('2018-10-01Z'), max: new Date('2027-01-01Z'), noInvalidDate: true })
const anyMs = fc.integer({ min: -3_600_000, max: 5 * 24 * 60 * minuteMs })

describe('for every tariff', () => {
  test('accepted by its own schema', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(tariffRules.parse(rules)).toEqual(rules)
      }),
    )
  })
  test('is never negative, equals the sum of its lines, and is the same at a repeat', () => {
    fc.assert(
      fc.property(anyRules, anyEntry, anyMs, (rules, entered, ms) => {
        const stay = { enteredAt: entered, at: addMs(entered, ms), timeZone }
        const priced = computePrice(rules, stay)
        expect(priced.amountCents).toBeGreaterThanOrEqual(0)
        expect(sumCents(priced.lines)).toBe(priced.amountCents)
        expect(priced.lines.every((line) => line.amountCents >= 0)).toBe(true)
        expect(computePrice(rules, stay)).toEqual(priced)
      }),
    )
  })
  test('never falls as time passes', () => {
    fc.assert(
      fc.property(anyRules, anyEntry, anyMs, anyMs, (rules, entered, a, b) => {
        const at = (ms: number) =>
          computePrice(rules, { enteredAt: entered, at: addMs(entered, ms), timeZone })
        expect(at(Math.min(a, b)).amountCents).toBeLessThanOrEqual(at(Math.max(a, b)).amountCents)
      }),
      { numRuns: 1000 },
    )
  })
  test('nextStepAt is the first instant at which it is higher', () => {
    fc.assert(
      fc.property(anyRules, anyEntry, anyMs, (rules, entered, ms) => {
        const at = addMs(entered, ms)
        const centsAt = (instant: Date) =>
          computePrice(rules, { enteredAt: entered, at: instant, timeZone }).amountCents
        const { amountCents, nextStepAt } = computePrice(rules, { enteredAt: entered, at, timeZone })
        if (nextStepAt === null) {
          for (const days of [1, 3, 40]) expect(centsAt(addMs(at, days * 1440 * minuteMs))).toBe(amountCents)
          return
        }
        expect(nextStepAt > at).toBe(true)
        expect(centsAt(nextStepAt)).toBeGreaterThan(amountCents)
        expect(centsAt(addMs(nextStepAt, -1))).toBe(amountCents)
      }),
      { numRuns: 2000 },
    )
  })
  test('24 hours cost the cap at most', () => {
    const capped = fc.record({
      kind: fc.constant('blocks' as const),
      ...parts,
      cap: fc.record({ value_cents: cents }),
    })
    fc.assert(
      fc.property(capped, fc.integer({ min: 0, max: 9000 }), (rules, minutes) => {
        const days = Math.max(1, Math.ceil(minutes / 1440))
        expect(after(rules, minutes).amountCents).toBeLessThanOrEqual(days * rules.cap.value_cents)
      }),
    )
  })
})
