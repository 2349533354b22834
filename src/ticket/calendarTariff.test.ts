import { describe, expect, test } from 'vitest'
import {
  allDays as all,
  calendarRow as row,
  calendarTariff as calendar,
  tariffK,
  tariffL,
} from '#test/support/garage/calendarTariffs.ts'
import { computePrice, tariffRules, type TariffRules } from './tariff.ts'

const timeZone = 'America/Sao_Paulo'

/** '18 10:00', of November 2026. */
const november = (text: string) => new Date(`2026-11-${text.replace(' ', 'T')}:00-03:00`)
const priced = (rules: TariffRules, entered: string, at: string) =>
  computePrice(rules, { enteredAt: november(entered), at: november(at), timeZone })

test('the tables are accepted by their schema', () => {
  for (const rules of [tariffK, tariffL]) expect(tariffRules.parse(rules)).toEqual(rules)
})

describe('tariff K with an own day', () => {
  test.each([
    ['24', 'holiday', '2026-11-24', 2000],
    ['25/12', 'fri', '2026-12-25', 2600],
  ] as const)('an own day %s as %s', (_, dayClass, day, cents) => {
    const rules = { ...tariffK, days: [{ day, class: dayClass, name: 'Dia da cidade' }] }
    const stay = {
      enteredAt: new Date(`${day}T09:00:00-03:00`),
      at: new Date(`${day}T12:00:00-03:00`),
      timeZone,
    }
    expect(computePrice(rules, stay).amountCents).toBe(cents)
  })
})

describe('tariff K: instants and lines', () => {
  const line = (text: string, amountCents: number) => ({ text, amountCents })
  test.each([
    ['18 10:00', '18 10:10', { free: '18 10:15', ends: null, next: '18 10:16' }, []],
    [
      '18 18:30',
      '18 19:00',
      { free: null, ends: '18 19:30', next: '18 19:31' },
      [line('Dia útil: primeira hora', 1000)],
    ],
    [
      '18 10:00',
      '18 22:00',
      { free: null, ends: '19 10:00', next: '19 10:01' },
      [line('Dia útil: diária (24 h)', 6000)],
    ],
    [
      '18 23:30',
      '19 07:31',
      { free: null, ends: '19 08:00', next: '19 08:01' },
      [
        line('Noite: primeira hora', 800),
        line('Noite: 7 frações de 1 h', 2100),
        line('Dia útil: 1 fração de 30 min', 400),
      ],
    ],
    [
      '20 08:00',
      '20 23:30',
      { free: null, ends: '21 00:00', next: '21 00:01' },
      [line('Feriado: primeiras 12 h', 2000), line('Feriado: 4 frações de 1 h', 800)],
    ],
  ])('entered %s, at %s', (entered, at, { free, ends, next }, lines) => {
    const price = priced(tariffK, entered, at)
    expect(price.lines).toEqual(lines)
    expect(price.freeUntil).toEqual(free && november(free))
    expect(price.fractionEndsAt).toEqual(ends && november(ends))
    expect(price.nextStepAt).toEqual(november(next))
  })

  test('neighbouring days of one row and value are one line', () => {
    const { lines } = priced(tariffK, '17 10:00', '19 10:20')
    expect(lines).toEqual([line('Dia útil: 2 diárias (24 h)', 12_000), line('Dia útil: primeira hora', 1000)])
  })
})

describe('without a later price', () => {
  test.each([
    ['nothing is charged', calendar(15, [row('Livre', all, { first: [60, 0], step: [60, 0] })]), null],
    [
      'only the first hour costs',
      calendar(0, [row('Só a hora', all, { first: [60, 500], step: [60, 0] })]),
      null,
    ],
    [
      'a holiday is the next that costs',
      calendar(0, [
        row('Feriado', ['holiday'], { first: [60, 500], step: [60, 0], cap: 500 }),
        row('Livre', all, { first: [60, 0], step: [60, 0], cap: 0 }),
      ]),
      new Date('2026-12-25T13:01:00Z'),
    ],
  ])('%s', (_, rules, next) => {
    expect(priced(rules, '21 10:00', '22 10:00').nextStepAt).toEqual(next)
  })
})

test('seconds are dropped at the entrance as in the stay', () => {
  const stay = { enteredAt: new Date('2026-11-18T18:59:40-03:00'), timeZone }
  const at = (text: string) => computePrice(tariffK, { ...stay, at: new Date(text) }).amountCents
  expect(at('2026-11-18T19:59:40-03:00')).toBe(1000)
  expect(at('2026-11-18T20:00:39-03:00')).toBe(1000)
  expect(at('2026-11-18T20:00:40-03:00')).toBe(1300)
})

test.each([
  // 23:59 is followed by 01:00, so that 22:00 to 06:00 has seven hours.
  ['spring', '2018-11-02T22:30:00-03:00', '2018-11-04T06:30:00-02:00', 31],
  ['autumn', '2018-02-16T22:30:00-02:00', '2018-02-18T06:30:00-03:00', 33],
])('fractions are real minutes when the clock changes: %s', (_, entered, at, fractions) => {
  const hourly = calendar(0, [row('Sempre', all, { first: [60, 1], step: [60, 1] })])
  const stay = { enteredAt: new Date(entered), at: new Date(at), timeZone }
  expect(computePrice(hourly, stay).amountCents).toBe(fractions)
})

test('a stay of 60 days takes at most 5 ms', () => {
  const stay = { enteredAt: november('18 10:00'), at: new Date('2027-01-17T10:30:00-03:00'), timeZone }
  const took = Array.from({ length: 20 }, () => {
    const before = performance.now()
    computePrice(tariffK, stay)
    return performance.now() - before
  })
  expect(Math.min(...took)).toBeLessThan(5)
})
