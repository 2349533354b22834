import { expect, it } from 'vitest'
import { isDuplicate } from './duplicates.ts'

const both = { email: 'Ana@exemplo.com.br', cpf: '529.982.247-25' }

it('only taken values are cleared, in any spelling; later input stays', () => {
  expect(isDuplicate('email', ' ana@exemplo.com.br', both)).toBe(true)
  expect(isDuplicate('email_repeat', 'ANA@exemplo.com.br', both)).toBe(true)
  expect(isDuplicate('cpfcnpj', '52998224725', both)).toBe(true)
  expect(isDuplicate('email', 'outra@exemplo.com.br', both)).toBe(false)
  expect(isDuplicate('cpfcnpj', '111.444.777-35', both)).toBe(false)
  expect(isDuplicate('cpfcnpj', '', { email: null, cpf: null })).toBe(false)
  expect(isDuplicate('name', 'Ana@exemplo.com.br', both)).toBe(false)
})
