import { describe, expect, it } from 'vitest'
import { isExpired, parseExpiry, passesLuhn } from '../method/cardChecks.ts'

describe('a card number', () => {
  it.each(['4111111111111111', '5555555555554444', '378282246310005', '6362970000457013'])(
    '%s can be one',
    (digits) => expect(passesLuhn(digits)).toBe(true),
  )

  it('with one digit wrong, or two neighbours exchanged, cannot', () => {
    const number = '5555555555554444'
    for (let place = 0; place < number.length; place += 1)
      for (const digit of '0123456789')
        if (digit !== number[place])
          expect(passesLuhn(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false)
    expect(passesLuhn('5555555555545444')).toBe(false)
  })

  it.each(['', '0', '402400715376', '40240071537631910000', '4024 0071 5376 3191'])(
    '%j is not a card number',
    (text) => expect(passesLuhn(text)).toBe(false),
  )
})

describe('an expiry', () => {
  it('is a month and a year of this century', () => {
    expect(parseExpiry('12/30')).toEqual({ month: 12, year: 2030 })
    expect(parseExpiry(' 01/31 ')).toEqual({ month: 1, year: 2031 })
    for (const text of ['13/30', '00/30', '1/3', '12/1930', '1230', '']) expect(parseExpiry(text)).toBeNull()
  })

  it.each([
    [2026, 2, true],
    [2026, 3, false],
    [2025, 12, true],
    [2027, 1, false],
  ])('%i-%i in March 2026', (year, month, expired) => {
    expect(isExpired({ year, month }, new Date('2026-03-10T12:00:00Z'), 'America/Sao_Paulo')).toBe(expired)
  })

  it('ends by the calendar of the car park', () => {
    const midnight = new Date('2026-04-01T03:30:00Z')
    expect(isExpired({ year: 2026, month: 3 }, midnight, 'America/Sao_Paulo')).toBe(true)
    expect(isExpired({ year: 2026, month: 3 }, midnight, 'America/Manaus')).toBe(false)
  })
})
