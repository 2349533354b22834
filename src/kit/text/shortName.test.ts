import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortNameLetters, shortNameOf } from './shortName.ts'

it.each([
  ['Guichê Estacionamentos', '', 'Guichê'],
  ['Garagem da Ana', '', 'Garagem da'],
  ['Garagem Azul', '', 'Garagem Azul'],
  ['  Pátio   Sul e Norte', '', 'Pátio Sul e'],
  ['Estacionamento Central', '', 'Estacionamen'],
  ['Estacionamento Central', 'Central', 'Central'],
  ['', '', ''],
])('%j with the short name %j is %j', (name, chosen, short) => {
  expect(shortNameOf(name, chosen)).toBe(short)
})

it('of any name: 12 letters at most, the beginning of its words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const short = shortNameOf(name)
      expect([...short].length).toBeLessThanOrEqual(shortNameLetters)
      expect(name.trim().split(/\s+/).join(' ').startsWith(short)).toBe(true)
    }),
  )
})
