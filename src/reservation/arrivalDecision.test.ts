import { describe, expect, it } from 'vitest'
import { chooseReservation, decideArrival } from './arrivalDecision.ts'
import type { ReserveState } from './reservationState.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 4, 1, 12, n))

/** Made at 12:00, valid until the end of 13:00. */
const awaited = {
  lot_id: 1,
  state: 'preauthorised' as ReserveState,
  on_hold: true,
  was_paid_for: false,
  created_at: minute(0),
  updated_at: minute(0),
  deadline_at: minute(60) as Date | null,
  arrive_until_at: minute(60),
  entered_at: null as Date | null,
  exited_at: null as Date | null,
}
const inside = { ...awaited, state: 'entered' as const, deadline_at: null, entered_at: minute(10) }
const left = { ...inside, state: 'exited' as const, exited_at: minute(30) }
const ended = { ...awaited, was_paid_for: true, on_hold: false, deadline_at: null, updated_at: minute(20) }
const missed = { ...ended, state: 'no_show' as const, updated_at: minute(61) }

describe('a reservation that a gate’s report names', () => {
  it.each([
    ['is awaited', awaited, 10, 'enter'],
    ['is awaited, in its last minute', awaited, 60, 'enter'],
    ['is awaited, after its last minute', awaited, 61, 'none'],
    ['is awaited in another lot', { ...awaited, lot_id: 2 }, 10, 'none'],
    ['has lost its hold', { ...awaited, on_hold: false }, 10, 'none'],
    ['is not paid', { ...awaited, state: 'held' }, 10, 'none'],
    ['has its car inside, within two minutes before', inside, 8, 'repeated'],
    ['has its car inside, within two minutes after', inside, 12, 'repeated'],
    ['has its car inside, three minutes after', inside, 13, 'none'],
    ['had its car inside at that instant', left, 29, 'repeated'],
    ['had its car inside until that instant', left, 30, 'none'],
    ['had its car inside, in another lot', { ...left, lot_id: 2 }, 20, 'none'],
    ['was cancelled later', { ...ended, state: 'cancelled' }, 19, 'late'],
    ['was cancelled before', { ...ended, state: 'cancelled' }, 20, 'none'],
    ['was released later', { ...ended, state: 'released' }, 19, 'late'],
    ['was released unpaid', { ...ended, state: 'released', was_paid_for: false }, 19, 'none'],
    ['was cancelled later, in another lot', { ...ended, state: 'cancelled', lot_id: 2 }, 19, 'none'],
    ['ended as not come, and it came in its last minute', missed, 60, 'late'],
    ['ended as not come, and it came too late', missed, 61, 'none'],
    ['was made a minute later, by the gate’s clock', { ...ended, state: 'cancelled' }, -1, 'late'],
    ['was made two minutes later', { ...ended, state: 'cancelled' }, -2, 'none'],
  ] as const)('%s', (_what, reservation, n, decision) => {
    expect(decideArrival({ reservation, lotId: 1, byPlate: true, at: minute(n) })).toBe(decision)
  })

  it.each([inside, left])('by its code enters once: %o', (reservation) => {
    expect(decideArrival({ reservation, lotId: 1, byPlate: false, at: minute(11) })).toBe('none')
  })
})

describe('of a plate’s reservations a car enters', () => {
  const past = { ...left, name: 'past' }
  const here = { ...inside, name: 'here' }
  const active = { ...awaited, name: 'active' }
  const notYet = { ...active, created_at: minute(40), name: 'not yet' }
  const cancelled = { ...ended, state: 'cancelled' as const, name: 'cancelled' }

  it.each([
    ['the one that it was inside with', [active, past], 20, 'past'],
    ['the active one', [cancelled, active], 10, 'active'],
    ['the one that was valid then, before an active one that was not', [notYet, cancelled], 10, 'cancelled'],
    ['the one that it is inside with, before an active one that was not valid', [notYet, here], 12, 'here'],
    ['the active one, before one that it entered later', [notYet, past], 5, 'not yet'],
    ['the one that it entered later, without another', [past], 5, 'past'],
    ['none that it has left', [past], 30, undefined],
    ['none that ended before', [cancelled], 25, undefined],
    ['none, without a reservation', [], 10, undefined],
  ])('%s', (_what, candidates, n, name) => {
    expect(chooseReservation(candidates, minute(n))?.name).toBe(name)
  })
})
