import { describe, expect, it } from 'vitest'
import { emptyValues, fillableFields, lookUpText, unchangedFields, cepTexts } from './useCepLookUp.ts'

const se = { street: 'Praça da Sé', neighborhood: 'Sé', gl_city_id: '3550308' }
const morretes = { ...emptyValues, gl_city_id: '4116208' }

describe('fields that a CEP fills', () => {
  it('are empty ones and earlier fills, not typed ones', () => {
    const now = { ...se, street: 'Rua Direita', neighborhood: '' }
    expect(fillableFields(now, se)).toEqual(['neighborhood', 'gl_city_id'])
    expect(unchangedFields(now, se)).toEqual(['gl_city_id'])
  })

  it('are all empty ones at first', () => {
    expect(fillableFields(emptyValues, emptyValues)).toEqual(['street', 'neighborhood', 'gl_city_id'])
    expect(unchangedFields(emptyValues, emptyValues)).toEqual([])
  })
})

describe('the text after a look-up', () => {
  it('an empty answer: a failed look-up, never a found CEP', () => {
    expect(lookUpText({ found: emptyValues, filled: [], now: emptyValues, changed: false })).toBe(
      cepTexts.failed,
    )
    expect(lookUpText({ found: emptyValues, filled: [], now: se, changed: true })).toBe(cepTexts.failed)
  })

  it('another CEP that contradicts kept fields: check the fields', () => {
    const kept = (now: typeof se) => lookUpText({ found: morretes, filled: [], now, changed: true })
    expect(kept(se)).toBe(cepTexts.other)
    expect(kept({ ...se, gl_city_id: morretes.gl_city_id })).toBe(cepTexts.nothing)
    // An empty or incomplete field contradicts nothing.
    expect(kept({ ...se, gl_city_id: '' })).toBe(cepTexts.nothing)
  })

  it('an equivalent address: no warning', () => {
    const now = { ...se, street: 'praca da se, 100' }
    expect(lookUpText({ found: se, filled: [], now, changed: true })).toBe(cepTexts.nothing)
  })

  it('the first CEP: typed fields stay without a warning', () => {
    const now = { ...se, street: 'Rua Direita' }
    expect(lookUpText({ found: se, filled: ['gl_city_id'], now, changed: false })).toBe(
      'Preenchemos a cidade pelo CEP. Confira.',
    )
  })
})
