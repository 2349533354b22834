import { describe, expect, it } from 'vitest'
import { cepTexts, filledText } from './useCepLookUp.ts'

describe('texts of the CEP look-up', () => {
  it('name the filled fields', () => {
    expect(filledText(['street', 'neighborhood', 'gl_city_id'])).toBe(
      'Preenchemos o endereço, o bairro e a cidade pelo CEP. Confira.',
    )
    expect(filledText(['gl_city_id'])).toBe('Preenchemos a cidade pelo CEP. Confira.')
  })

  it('report that all fields were kept', () => {
    expect(filledText([])).toBe(cepTexts.nothing)
  })
})
