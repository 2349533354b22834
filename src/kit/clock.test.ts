import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoIn } from './clock.ts'

const zones = [
  'America/Sao_Paulo',
  'America/Noronha',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
]
const anyInstant = fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

it('ISO text has the zone’s local time and is the same instant', () => {
  const wallIn = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    ]),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      anyInstant,
      fc.integer({ min: 0, max: 3_600_000 }),
      (zone, start, ms) => {
        // A neighbour in the hour, whose offset may be cached.
        for (const at of [start, new Date(start.getTime() + ms)]) {
          const text = isoIn(zone, at)
          expect(text.slice(0, 19)).toBe(wallIn.get(zone)?.format(at).replace(' ', 'T'))
          expect(Date.parse(text)).toBe(Math.floor(at.getTime() / 1000) * 1000)
        }
      },
    ),
    { numRuns: 300 },
  )
})

it.each([
  ['the last second of winter time', '2026-03-29T00:59:59Z', '2026-03-29T00:59:59+00:00'],
  ['the first of summer time', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00+01:00'],
])('%s', (_, at, text) => {
  expect(isoIn('Europe/Lisbon', new Date(at))).toBe(text)
})
