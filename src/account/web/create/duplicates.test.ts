import { expect, it } from 'vitest'
import { isTaken } from './duplicates.ts'

const both = { email: 'Ana@exemplo.com.br', cpf: '529.982.247-25' }

it('only taken values are cleared, in any spelling; later input stays', () => {
  expect(isTaken('email', ' ana@exemplo.com.br', both)).toBe(true)
  expect(isTaken('email_repeat', 'ANA@exemplo.com.br', both)).toBe(true)
  expect(isTaken('cpfcnpj', '52998224725', both)).toBe(true)
  expect(isTaken('email', 'outra@exemplo.com.br', both)).toBe(false)
  expect(isTaken('cpfcnpj', '111.444.777-35', both)).toBe(false)
  expect(isTaken('cpfcnpj', '', { email: null, cpf: null })).toBe(false)
  expect(isTaken('name', 'Ana@exemplo.com.br', both)).toBe(false)
})
