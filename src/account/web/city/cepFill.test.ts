import { describe, expect, it } from 'vitest'
import { noValues, fillableFields, lookUpText, unchangedFields } from './cepFill.ts'
import { cepTexts } from './cepTexts.ts'

const se = { street: 'Praça da Sé', neighborhood: 'Sé', gl_city_id: '3550308' }
const morretes = { ...noValues, gl_city_id: '4116208' }

describe('what a CEP may fill', () => {
  it('is what stands empty, and what a look-up filled before; not what was typed', () => {
    const now = { ...se, street: 'Rua Direita', neighborhood: '' }
    expect(fillableFields(now, se)).toEqual(['neighborhood', 'gl_city_id'])
    expect(unchangedFields(now, se)).toEqual(['gl_city_id'])
  })

  it('is all that stands empty, the first time', () => {
    expect(fillableFields(noValues, noValues)).toEqual(['street', 'neighborhood', 'gl_city_id'])
    expect(unchangedFields(noValues, noValues)).toEqual([])
  })
})

describe('what is said of an answer', () => {
  it('that tells nothing: that it could not be asked, never that the CEP was found', () => {
    expect(lookUpText({ found: noValues, filled: [], now: noValues, changed: false })).toBe(cepTexts.failed)
    expect(lookUpText({ found: noValues, filled: [], now: se, changed: true })).toBe(cepTexts.failed)
  })

  it('that differs from what was kept, once the CEP is another: that the fields are to be looked at', () => {
    const kept = (now: typeof se) => lookUpText({ found: morretes, filled: [], now, changed: true })
    expect(kept(se)).toBe(cepTexts.other)
    expect(kept({ ...se, gl_city_id: morretes.gl_city_id })).toBe(cepTexts.nothing)
    // An empty or incomplete field contradicts nothing.
    expect(kept({ ...se, gl_city_id: '' })).toBe(cepTexts.nothing)
  })

  it('that says the same in other words: nothing of another address', () => {
    const now = { ...se, street: 'praca da se, 100' }
    expect(lookUpText({ found: se, filled: [], now, changed: true })).toBe(cepTexts.nothing)
  })

  it('of the first CEP: what was typed before it stays, unquestioned', () => {
    const now = { ...se, street: 'Rua Direita' }
    expect(lookUpText({ found: se, filled: ['gl_city_id'], now, changed: false })).toBe(
      'Preenchemos a cidade pelo CEP. Confira.',
    )
  })
})
