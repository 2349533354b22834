import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, unreadable } from './palette.ts'

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#0b57d0', '#ffffff', 6.38],
  ])('%s on %s is %f:1', (a, b, ratio) => expect(contrast(a, b)).toBeCloseTo(ratio, 1))

  it('is the same both ways, between 1 and 21', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(color, color, (a, b) => {
        expect(contrast(a, b)).toBe(contrast(b, a))
        expect(contrast(a, b)).toBeGreaterThanOrEqual(1)
        expect(contrast(a, b)).toBeLessThanOrEqual(21.001)
      }),
    )
  })
})

describe('an operator’s colour', () => {
  it.each(['#0B57D0', '#0A7A4B', '#083B8F', '#000000'])('%s can be read', (color) =>
    expect(unreadable(color)).toBeNull(),
  )

  it.each([
    ['#FFD400', 'Contraste de 1,4:1 com o cartão branco'],
    ['#767676', 'Contraste de 4,1:1 com o fundo da página'],
  ])('%s cannot: %s', (color, why) => expect(unreadable(color)).toContain(why))
})
