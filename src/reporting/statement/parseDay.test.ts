import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '#kit/clock.ts'
import { detectDayOrder, parseDay } from './parseDay.ts'

const months =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const two = (value: number) => String(value).padStart(2, '0')

type Parts = { y: number; m: number; d: number }
const forms: readonly ((parts: Parts) => string)[] = [
  ...['/', '-', '.'].flatMap((mark) => [
    ({ y, m, d }: Parts) => [two(d), two(m), y].join(mark),
    ({ y, m, d }: Parts) => [d, m, y].join(mark),
    ({ y, m, d }: Parts) => [d, m, two(y % 100)].join(mark),
    ({ y, m, d }: Parts) => [y, two(m), two(d)].join(mark),
    ({ y, m, d }: Parts) => [y, m, d].join(mark),
    ({ y, m, d }: Parts) => [two(d), months[m - 1]?.slice(0, 3), y].join(mark),
  ]),
  ({ y, m, d }) => `${y}${two(m)}${two(d)}`,
  ({ y, m, d }) => `${d} de ${months[m - 1]} de ${y}`,
  ({ y, m, d }) => `${two(d)} ${months[m - 1]?.slice(0, 3).toUpperCase()}. ${two(y % 100)}`,
]
const times: readonly ((day: string) => string)[] = [
  (day) => day,
  (day) => ` ${day} `,
  (day) => `${day} 23:59`,
  (day) => `${day} 8:05:10`,
  (day) => `${day}, 08:05`,
  (day) => `${day} às 08h05`,
  (day) => `${day} - 08:05`,
  (day) => `${day} 10:00 PM`,
  (day) => `${day} 11 a.m.`,
]
const anyDay = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

it('is read in every form', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...forms), fc.constantFrom(...times), (date, form, time) => {
      const text = form({ y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() })
      // Eight digits stand alone.
      const whole = /^\d{8}$/.test(text) ? text : time(text)
      expect([whole, parseDay(whole)]).toEqual([whole, date.toISOString().slice(0, 10)])
    }),
    { numRuns: 2_000 },
  )
})

it('is a spreadsheet’s serial number', () => {
  fc.assert(
    fc.property(anyDay, fc.boolean(), (date, hasTime) => {
      const serial = Math.floor(date.getTime() / dayMs) + 25_569
      expect(parseDay(`${serial}${hasTime ? ',4382' : ''}`)).toBe(date.toISOString().slice(0, 10))
    }),
  )
})

it.each([
  ['2026-03-10T02:30:00Z', '2026-03-09'],
  ['2026-03-10T02:30:00.000Z', '2026-03-09'],
  ['2026-03-10T03:00:00+00:00', '2026-03-10'],
  ['2026-03-09 22:30:00 -0400', '2026-03-09'],
  ['2026-03-10T00:30:00-03:00', '2026-03-10'],
  ['2026-03-10 02:30:00+00', '2026-03-09'],
  ['2026-03-10 02:30:00.123456+00', '2026-03-09'],
  ['2026-03-10 02:30:00 UTC', '2026-03-09'],
  ['10/03/2026 02:30:00 UTC', '2026-03-09'],
  ['10/03/2026 2:30 AM UTC', '2026-03-09'],
  ['10/03/2026 12:30:00 a.m. +00', '2026-03-09'],
  ['10/03/2026 02:30 PM UTC', '2026-03-10'],
  ['10/03/2026 12:30 p.m. UTC', '2026-03-10'],
  ['10/03/2026 2:30 GMT-03:00', '2026-03-10'],
  ['10 de março de 2026, 23:30 -05', '2026-03-11'],
  ['10/03/2026 00:30 (horário de Brasília)', '2026-03-10'],
  ['2026-03-10T02:30:00', '2026-03-10'],
  ['10032026', '2026-03-10'],
  ['20260310103000', '2026-03-10'],
  ['10-feb-26', '2026-02-10'],
  ['10 Sep 2026', '2026-09-10'],
  ['ter., 10/03/2026', '2026-03-10'],
  ['terça-feira, 10 de março de 2026', '2026-03-10'],
  ['1º de março de 2026', '2026-03-01'],
  ['10–03–2026', '2026-03-10'],
  ['１０⁄0３/2026', '2026-03-10'],
])('%s is of %s in Brasília', (text, day) => expect(parseDay(text)).toBe(day))

it.each([
  '',
  'x',
  '31/02/2026',
  '3/13/2026',
  '01/01/0000',
  '10/03/1926',
  '2026',
  '10/03',
  '10/xyz/2026',
  'Total',
  '123',
  '20261301x',
  '10/03/2026 02h30 UTC',
  '10/03/2026 02:30 UTC+3',
  '10/03/2026 25:30 UTC',
])('%j is refused', (text) => expect(parseDay(text)).toBeNull())

it.each([
  [['03/13/2026', '04/01/2026'], '2026-04-01'],
  [['3-13-26 10:00 PM', '04-01-26'], '2026-04-01'],
  [['13/03/2026', '04/01/2026'], '2026-01-04'],
  [['03/13/2026', '13/03/2026', '04/01/2026'], '2026-01-04'],
  [['04/01/2026'], '2026-01-04'],
])('of a file with %j the last is %s', (texts, day) => {
  expect(parseDay(texts[texts.length - 1] ?? '', detectDayOrder(texts))).toBe(day)
})
