import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { accountForm, duplicateTexts } from './accountForm.ts'

const payer = {
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  phone: '(41) 99876-5432',
  cpfcnpj: '529.982.247-25',
}
const wish = { ...payer, shouldCreateAccount: true, email_repeat: ' Ana@exemplo.com.br', password: 'segredo' }

function wrong(value: unknown): Record<string, string> {
  const issues = z.safeParse(accountForm, value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('the data of a payer who may want an account', () => {
  it.each([
    ['no account is wanted', payer, {}],
    [
      'unticked again, what was typed does not matter',
      { ...wish, shouldCreateAccount: false, password: '1' },
      {},
    ],
    ['everything is there', wish, {}],
    [
      'another e-mail',
      { ...wish, email_repeat: 'ana@exemplo.com' },
      { email_repeat: 'Preencha o e-mail exatamente igual ao campo anterior.' },
    ],
    [
      'a short password',
      { ...wish, password: '12345' },
      { password: 'Digite uma senha com 6 digitos ou mais.' },
    ],
    [
      'nothing at all: every field says so at once',
      {
        name: '',
        email: '',
        phone: '',
        cpfcnpj: '',
        shouldCreateAccount: true,
        email_repeat: '',
        password: '',
      },
      {
        name: 'Campo obrigatório.',
        email: 'Campo obrigatório.',
        phone: 'Campo obrigatório.',
        cpfcnpj: 'Campo obrigatório.',
        email_repeat: 'Campo obrigatório.',
        password: 'Campo obrigatório.',
      },
    ],
  ])('%s', (_, value, expected) => {
    expect(wrong(value)).toEqual(expected)
  })

  it('warns of both that are taken', () => {
    expect(duplicateTexts({ email: 'ana@exemplo.com.br', cpf: '529.982.247-25' })).toEqual([
      'O e-mail ana@exemplo.com.br já possui cadastro conosco...',
      'O CPF 529.982.247-25 já possui cadastro conosco...',
    ])
    expect(duplicateTexts({ email: null, cpf: null })).toEqual([])
  })
})
