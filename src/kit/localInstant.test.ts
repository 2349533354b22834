import { expect, test } from 'vitest'
import { localInstant, startOfDay } from './localInstant.ts'

test.each([
  ['2026-12-01T00:00', 'America/Sao_Paulo', '2026-12-01T03:00:00Z'],
  ['2026-12-01T00:00', 'America/Rio_Branco', '2026-12-01T05:00:00Z'],
  ['2026-06-15T08:30', 'Australia/Lord_Howe', '2026-06-14T22:00:00Z'],
  // 23:59 was followed by 01:00.
  ['2018-11-04T00:30', 'America/Sao_Paulo', '2018-11-04T03:30:00Z'],
  ['2026-03-29T02:30', 'Europe/Lisbon', '2026-03-29T01:30:00Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(localInstant(local, zone)).toEqual(new Date(instant))
})

test('a day begins at midnight, or where a clock change that skips it ends', () => {
  expect(startOfDay('2026-12-01', 'America/Manaus')).toEqual(new Date('2026-12-01T04:00:00Z'))
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toEqual(new Date('2018-11-04T03:00:00Z'))
  expect(startOfDay('2026-03-29', 'Asia/Beirut')).toEqual(new Date('2026-03-28T22:00:00Z'))
})
