import { expect, it } from 'vitest'
import { maskedName } from '../../user.ts'
import { maskedAddress, maskedCpf, maskedEmail, maskedPhone } from './PayAs.tsx'

it('masks personal data', () => {
  expect(['Maria de Souza', ' ana ', 'João  élio', ''].map(maskedName)).toEqual([
    'Maria S.',
    'ana',
    'João É.',
    '',
  ])
  expect(maskedEmail('maria@exemplo.com.br')).toBe('m•••@exemplo.com.br')
  expect(['(41) 99876-5432', '4133221100'].map(maskedPhone)).toEqual(['(41) •••••-5432', '(41) ••••-1100'])
  expect(maskedCpf('529.982.247-25')).toBe('•••.982.247-••')
  const address = { street: 'Rua XV', streetNumber: '100', neighborhood: 'Centro', cityText: 'Curitiba - PR' }
  expect(maskedAddress(address)).toBe('Rua XV, •••, Centro, Curitiba - PR')
})
