import { describe, expect, it } from 'vitest'
import { syncServerTime, serverTime } from '#kit/web/time/serverClock.ts'
import { announcement, expiredText, remaining } from './countdown.ts'
import { formatTicketCode } from '../../formatTicketCode.ts'

const deadline = Date.parse('2026-11-21T17:35:00Z')
const before = (seconds: number) => remaining(deadline, deadline - seconds * 1000)

describe('remaining', () => {
  it.each([
    [761, '12:41', 'calm'],
    [300, '5:00', 'calm'],
    [299, '4:59', 'soon'],
    [1, '0:01', 'soon'],
    [0, '0:00', 'over'],
    [-90, '0:00', 'over'],
    [3723, '1:02:03', 'calm'],
  ])('%i s -> %s, %s', (seconds, text, phase) => {
    expect(before(seconds)).toMatchObject({ text, phase })
  })

  it('counts by the server clock when the phone is days fast', () => {
    syncServerTime('2026-11-21T14:25:00-03:00')
    syncServerTime('nonsense')
    expect(remaining(deadline, serverTime()).text).toBe('10:00')
    syncServerTime(new Date().toUTCString())
  })
})

describe('announcement', () => {
  it('speaks at 10, 5 and 1 minutes and at the end, once each', () => {
    const spoken: string[] = []
    for (let now = 720; now >= 0; now -= 1) {
      const said = announcement(now + 1, now)
      if (said !== null) spoken.push(said)
    }
    expect(spoken).toEqual(['Faltam 10 minutos.', 'Faltam 5 minutos.', 'Falta 1 minuto.', expiredText])
  })

  it('announces nothing stale after the phone slept past a mark', () => {
    expect(announcement(700, 320)).toBeNull()
    expect(announcement(700, 590)).toBe('Faltam 10 minutos.')
    expect(announcement(700, 0)).toBe(expiredText)
  })
})

it('the code of a ticket is shown in groups', () => {
  expect(formatTicketCode('0001234567890')).toBe('0001 2345 67890')
  expect(formatTicketCode('123')).toBe('123')
})
