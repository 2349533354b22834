import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeSpaces, spaceClasses, type Spaces, sumSpaces } from './spaces.ts'

const none: Spaces = { normal: 0, pregnant: 0, disabilities: 0, reserves: 0, elderly: 0 }

describe('free spaces', () => {
  it('a sold space that waits for its car is not free, and is not counted twice once the car is inside', () => {
    const total = { ...none, reserves: 5 }
    const occupied = { ...none, reserves: 2 }
    expect(freeSpaces({ total, occupied }, { waiting: 2, inside: 0 }).reserves).toBe(1)
    expect(freeSpaces({ total, occupied }, { waiting: 1, inside: 2 }).reserves).toBe(2)
    expect(freeSpaces({ total, occupied }, { waiting: 0, inside: 4 }).reserves).toBe(1)
  })

  it('are never negative and never above the total, for any reports', () => {
    const count = fc.integer({ min: -50, max: 500 })
    const spaces = fc.record({
      normal: count,
      pregnant: count,
      disabilities: count,
      reserves: count,
      elderly: count,
    })
    const totals = spaces.map((all) => ({
      normal: Math.abs(all.normal),
      pregnant: Math.abs(all.pregnant),
      disabilities: Math.abs(all.disabilities),
      reserves: Math.abs(all.reserves),
      elderly: Math.abs(all.elderly),
    }))
    fc.assert(
      fc.property(totals, spaces, fc.nat(600), fc.nat(600), (total, occupied, waiting, inside) => {
        const free = freeSpaces({ total, occupied }, { waiting, inside })
        for (const kind of spaceClasses) {
          expect(free[kind]).toBeGreaterThanOrEqual(0)
          expect(free[kind]).toBeLessThanOrEqual(total[kind])
        }
        expect(sumSpaces(free)).toBeLessThanOrEqual(sumSpaces(total))
      }),
    )
  })
})
