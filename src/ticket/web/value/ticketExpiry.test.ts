import { describe, expect, it } from 'vitest'
import { isExitDeadlinePast, msUntilExpiry } from './ticketExpiry.ts'

const at = (time: string) => `2026-03-10T${time}-03:00`
const shown = { t_expires: null, free_until: null, ticket_dt_exit: null }

describe('a shown ticket is loaded again when', () => {
  it.each([
    ['the price ends', { state: 'due', t_expires: at('12:01:00') } as const, 60_000],
    ['the last minute of the tolerance ends', { state: 'free', free_until: at('12:00:30') } as const, 90_000],
    ['it has begun', { state: 'free', free_until: at('11:59:30') } as const, 30_000],
    ['the minute of the exit ends', { state: 'paid', ticket_dt_exit: at('11:59:30') } as const, 30_000],
    ['never: that is over', { state: 'paid', ticket_dt_exit: at('11:58:00') } as const, null],
    ['never: it has left', { state: 'exited', ticket_dt_exit: at('12:10:00') } as const, null],
  ])('%s', (_, ticket, ms) => {
    expect(msUntilExpiry({ ...shown, ...ticket, server_now: at('12:00:00') })).toBe(ms)
  })
})

it.each([
  ['11:59:30', false],
  ['11:59:00', true],
])('‘Sair até’ %s is past at noon: %s', (time, past) => {
  expect(
    isExitDeadlinePast({ ...shown, state: 'paid', ticket_dt_exit: at(time), server_now: at('12:00:00') }),
  ).toBe(past)
})
