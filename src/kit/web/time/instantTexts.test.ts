import { describe, expect, it } from 'vitest'
import { dateTimeText, formatDayAndTime, payUntilText, whenText } from './instantTexts.ts'

const zone = 'America/Sao_Paulo'
const now = Date.parse('2026-11-21T23:58:00-03:00')

describe('until when to pay: the last whole minute before the end', () => {
  it.each([
    ['2026-11-21T23:59:30-03:00', '23:58'],
    ['2026-11-21T23:59:00-03:00', '23:58'],
    ['2026-11-22T00:00:20-03:00', '23:59'],
    ['2026-11-22T00:01:00-03:00', 'amanhã, 22/11 às 00:00'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (iso, text) => expect(payUntilText(iso, zone, now)).toBe(text))
})

describe('an instant for people', () => {
  it.each([
    ['2026-11-21T23:59:00-03:00', '23:59'],
    ['2026-11-21T00:00:00-03:00', '00:00'],
    ['2026-11-22T00:00:00-03:00', 'amanhã, 22/11 às 00:00'],
    ['2026-11-22T10:06:00-03:00', 'amanhã, 22/11 às 10:06'],
    ['2026-11-22T23:59:00-03:00', 'amanhã, 22/11 às 23:59'],
    ['2026-11-24T10:06:00-03:00', '24/11 às 10:06'],
    ['2026-11-20T10:06:00-03:00', '20/11 às 10:06'],
    ['2027-11-21T10:06:00-03:00', '21/11 às 10:06'],
  ])('%s is %s', (iso, text) => {
    expect(formatDayAndTime(iso, zone, now)).toBe(text)
  })

  it('uses the lot’s time zone, not the machine’s', () => {
    expect(formatDayAndTime('2026-11-22T02:59:00Z', zone, now)).toBe('23:59')
    expect(formatDayAndTime('2026-11-22T02:59:00Z', 'America/Noronha', now)).toBe('00:59')
    expect(formatDayAndTime('2026-11-22T04:10:00Z', 'America/Noronha', now)).toBe('02:10')
    expect(formatDayAndTime('2026-11-22T04:10:00Z', 'America/Manaus', now)).toBe('amanhã, 22/11 às 00:10')
  })

  it('in the past has its day', () => {
    expect(whenText('2026-11-21T10:06:00-03:00', zone, now)).toBe('às 10:06')
    expect(whenText('2026-11-20T10:06:00-03:00', zone, now)).toBe('em 20/11 às 10:06')
  })

  it('in full has its year; an invalid one stays unchanged', () => {
    expect(dateTimeText('2026-11-21T02:35:00Z', zone)).toBe('20/11/2026 23:35')
    expect(dateTimeText('2026-11-20T23:35:00-04:00')).toBe('20/11/2026 23:35')
    expect([dateTimeText('nada'), formatDayAndTime('nada')]).toEqual(['nada', 'nada'])
  })
})
