import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs, minuteMs } from '#kit/clock.ts'
import { anyCalendar, type CalendarTariff, tariffK, tariffL } from '#test/support/garage/calendarTariffs.ts'
import { sumCents } from './blockTariff.ts'
import { classReader } from './calendar/dayClass.ts'
import { computePrice } from './tariff.ts'

/** With clock changes of an hour, of half an hour and at midnight. */
const zones = [
  { timeZone: 'America/Sao_Paulo', around: '2018-11-02T15:00:00Z' },
  { timeZone: 'America/Sao_Paulo', around: '2018-02-16T15:00:00Z' },
  { timeZone: 'America/New_York', around: '2026-10-30T15:00:00Z' },
  { timeZone: 'Australia/Lord_Howe', around: '2026-10-02T15:00:00Z' },
  { timeZone: 'America/Havana', around: '2026-03-06T15:00:00Z' },
  { timeZone: 'America/Rio_Branco', around: '2026-11-18T15:00:00Z' },
]

type Stay = { enteredAt: Date; timeZone: string }

/** One fraction after the other, by a clock that is read for each: slow, and without the code's own steps. */
function referenceOf(rules: CalendarTariff, { enteredAt, timeZone }: Stay): (minutes: number) => number {
  const classOf = classReader(rules)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const findRow = (minute: number) => {
    const [day = '', time = ''] = clock.format(addMs(enteredAt, minute * minuteMs)).split(' ')
    const n = Date.parse(`${day}T00:00:00Z`) / 86_400_000
    const row = rules.rows.find(({ days, from, to }) => {
      const [today, before] = [days.includes(classOf(n)), days.includes(classOf(n - 1))]
      if (from === to) return today
      return from < to ? today && from <= time && time < to : (today && from <= time) || (before && time < to)
    })
    if (!row) throw new Error('no row')
    return row
  }
  const found = new Map<number, ReturnType<typeof findRow>>()
  const rowAt = (minute: number) => {
    const row = found.get(minute) ?? findRow(minute)
    found.set(minute, row)
    return row
  }
  return (minutes) => (minutes <= rules.entry_tolerance_min ? 0 : sumFractions(rules, rowAt, minutes))
}

type RowAt = (minute: number) => CalendarTariff['rows'][number]

function sumFractions(rules: CalendarTariff, rowAt: RowAt, minutes: number): number {
  const isCapped = rules.rows.some(({ cap }) => cap !== null)
  let total = 0
  for (let start = 0; start < minutes; start += isCapped ? 1440 : Infinity) {
    const first = rowAt(start)
    let cents = first.first_block.value_cents
    let from = start + first.first_block.minutes
    while (from < minutes && (!isCapped || from < start + 1440)) {
      const { step } = rowAt(from)
      cents += step.value_cents
      from += step.minutes
    }
    total += Math.min(cents, first.cap?.value_cents ?? Infinity)
  }
  return total
}

/** Stays in steps of `everyMinutes`: no fall, lines that sum, steps that are exact, the reference's price. */
function check(rules: CalendarTariff, stay: Stay, instants: { count: number; everyMinutes: number }): void {
  const reference = referenceOf(rules, stay)
  const priceAt = (minute: number) =>
    computePrice(rules, { ...stay, at: addMs(stay.enteredAt, minute * minuteMs) })
  let before = 0
  for (let i = 0; i < instants.count; i += 1) {
    const minute = i * instants.everyMinutes
    const { amountCents, lines, nextStepAt, fractionEndsAt, freeUntil } = priceAt(minute)
    expect(amountCents).toBeGreaterThanOrEqual(before)
    expect(amountCents).toBe(reference(minute))
    expect(sumCents(lines)).toBe(amountCents)
    expect(lines.every((line) => line.amountCents > 0)).toBe(true)
    before = amountCents
    if (nextStepAt === null) continue
    const step = (nextStepAt.getTime() - stay.enteredAt.getTime()) / minuteMs
    expect(step).toBeGreaterThan(minute)
    expect(priceAt(step - 1).amountCents).toBe(amountCents)
    expect(priceAt(step).amountCents).toBeGreaterThan(amountCents)
    expect((fractionEndsAt ?? freeUntil)?.getTime()).toBe(nextStepAt.getTime() - minuteMs)
  }
}

/** Each entrance in the next zone, by K and L in turn; three days in steps of `everyMinutes`. */
function expectEntrances(count: number, everyMinutes: number): void {
  for (let i = 0; i < count; i += 1) {
    const { timeZone, around } = zones[i % zones.length] ?? {
      timeZone: 'UTC',
      around: '2026-11-18T15:00:00Z',
    }
    const enteredAt = addMs(new Date(around), i * 37 * minuteMs + 20_000)
    const rules = i % 4 < 2 ? tariffK : tariffL
    check(rules, { enteredAt, timeZone }, { count: Math.ceil(4368 / everyMinutes), everyMinutes })
  }
}

test('twelve entrances in six zones: never falls, sums, steps to the minute', () => expectEntrances(12, 97))

test(
  '120 entrances by 364 instants: never falls, sums, steps to the minute',
  { tags: 'deep', timeout: 900_000 },
  () => expectEntrances(120, 12),
)

const anyStay = fc.record({
  zone: fc.constantFrom(...zones),
  after: fc.integer({ min: 0, max: 4 * 1440 }),
  every: fc.integer({ min: 1, max: 400 }),
})
const expectRandom = (numRuns: number) =>
  fc.assert(
    fc.property(anyCalendar, anyStay, (rules, { zone: { timeZone, around }, after, every }) => {
      const enteredAt = addMs(new Date(around), after * minuteMs)
      check(rules, { enteredAt, timeZone }, { count: 6, everyMinutes: every })
    }),
    { numRuns },
  )

test('random calendars cost what the reference says', () => expectRandom(30))
test('1,000 random calendars', { tags: 'deep', timeout: 900_000 }, () => expectRandom(1000))
