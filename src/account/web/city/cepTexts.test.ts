import { describe, expect, it } from 'vitest'
import { cepTexts, filledText } from './cepTexts.ts'

describe('what the CEP look-up says', () => {
  it('names what it filled', () => {
    expect(filledText(['street', 'neighborhood', 'gl_city_id'])).toBe(
      'Preenchemos o endereço, o bairro e a cidade pelo CEP. Confira.',
    )
    expect(filledText(['gl_city_id'])).toBe('Preenchemos a cidade pelo CEP. Confira.')
  })

  it('says when it left everything as typed', () => {
    expect(filledText([])).toBe(cepTexts.nothing)
  })
})
