import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, contrastProblem, operatorPalette } from './palette.ts'

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
    expect(contrastProblem(color)).toBeNull(),
  )

  it.each([
    ['#FFD400', 'Contraste de 1,4:1 com o cartão branco'],
    ['#767676', 'Contraste de 4,1:1 com o fundo da página'],
  ])('%s cannot: %s', (color, why) => expect(contrastProblem(color)).toContain(why))
})

const met = [
  ['sign', '#ffffff'],
  ['sign', '#f2f5fb'],
  ['sign', 'glow'],
  ['sign', 'sign-tint'],
  ['sign-deep', 'sign-tint'],
  ['sign-deep', '#ffffff'],
  ['go', 'go-tint'],
  ['sign-dark', '#18213a'],
  ['sign-dark', '#0b1120'],
  ['sign-dark', 'glow-dark'],
  ['sign-dark', 'sign-tint-dark'],
  ['sign-deep-dark', 'sign-tint-dark'],
  ['sign-deep-dark', '#0b1120'],
  ['go-dark', 'go-tint-dark'],
  ['go-dark', '#18213a'],
] as const

describe('an operator’s colours', () => {
  it('are readable in every state and in the dark scheme, for any accepted colour', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    const accepted = color.filter((one) => contrastProblem(one) === null)
    fc.assert(
      fc.property(accepted, accepted, (signColor, goColor) => {
        const palette = operatorPalette({ signColor, goColor })
        const shown = (name: string) =>
          name.startsWith('#') ? name : (palette[`--operator-${name}`] ?? name)
        for (const [text, ground] of met)
          expect(contrast(shown(text), shown(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('set every derived token, in both schemes', () => {
    const tokens = readFileSync('src/kit/web/tokens.css', 'utf8')
    const shades = [...tokens.matchAll(/^ *--(sign|sign-deep|sign-tint|go|go-tint|glow): (.*);$/gm)]
    expect(shades).toHaveLength(12)
    const own = shades.filter(([, , value = '']) => !value.startsWith('var(--operator-'))
    expect(own.map(([line]) => `${line.trim()} -> var(--operator-..., its own)`)).toEqual([])
    const read = [...tokens.matchAll(/var\((--operator-[a-z-]+)/g)].map(([, name]) => name)
    const written = Object.keys(operatorPalette({ signColor: '#0b57d0', goColor: '#0a7a4b' }))
    expect(read.sort()).toEqual(written.sort())
  })

  it('leave the portal’s own if unset', () => {
    expect(operatorPalette({ signColor: null, goColor: null })).toEqual({})
    expect(Object.keys(operatorPalette({ signColor: null, goColor: '#0a7a4b' }))).toHaveLength(4)
  })
})
