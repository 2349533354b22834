import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nationalPhone, normaliseExpiry } from './brazil.ts'
import { cep, cpf, email, optionalEmail, phone } from './fields.ts'

const schemas = { cep, cpf, email, emailIfAny: optionalEmail, phone } satisfies Record<string, z.ZodMiniType>

describe('typed and pasted text', () => {
  it.each([
    ['phone', '+55 (11) 98765-4321', '11987654321'],
    ['phone', '5511987654321', '11987654321'],
    ['phone', '011 98765-4321', '11987654321'],
    ['phone', '(55) 99123-4567', '55991234567'],
    ['phone', '(11)\u00a098765–4321', '11987654321'],
    ['phone', '１１９８７６５４３２１', '11987654321'],
    ['phone', 'tel:+5511987654321', '11987654321'],
    ['phone', '(0xx11) 98765-4321', '11987654321'],
    ['cpf', 'CPF: 529.982.247-25', '52998224725'],
    ['cep', 'CEP 80010-000', '80010000'],
    ['email', 'Maria <maria@exemplo.com.br>', 'maria@exemplo.com.br'],
    ['email', 'maria@exemplo.com.br. ', 'maria@exemplo.com.br'],
    ['cpf', '529.982.247–25', '52998224725'],
    ['cpf', ' 529 982 247 25\u200b', '52998224725'],
    ['cep', '80.010-000', '80010000'],
    ['cep', '80010\u2060000', '80010000'],
    ['email', 'Maria@Exemplo.com.br', 'maria@exemplo.com.br'],
    ['email', '\u200bmailto:a&b@exemplo.com.br\u200b', 'a&b@exemplo.com.br'],
    ['email', 'maria+{x}@exemplo.com.br', 'maria+{x}@exemplo.com.br'],
    ['emailIfAny', '\u200b', ''],
  ] as const)('%s %j is %s', (kind, typed, read) => {
    expect(z.parse(schemas[kind], typed)).toBe(read)
  })

  it.each([
    ['phone', '11 98765-432'],
    ['phone', 'ramal 11987654321'],
    ['cpf', '529.982.247-2'],
    ['cep', '8001-0000-0'],
    ['email', 'a&b@'],
    ['email', 'a&b@exemplo'],
    ['email', 'a..b@exemplo.com'],
    ['email', 'a<b@exemplo.com'],
    ['email', 'a b@exemplo.com'],
  ] as const)('%s %j is wrong, not empty', (kind, typed) => {
    const message = z.safeParse(schemas[kind], typed).error?.issues[0]?.message
    expect(message).toBeDefined()
    expect(message).not.toBe('Campo obrigatório.')
  })

  it('a partial phone stays as it is', () => {
    expect([nationalPhone('55'), nationalPhone('(55) 9')]).toEqual(['55', '559'])
  })

  it.each([
    ['12/30', '12/30'],
    ['1/30', '01/30'],
    ['01 / 2030', '01/30'],
    ['12-30', '12/30'],
    ['2030-12', '12/30'],
    ['2030-1', '01/30'],
    ['12–30', '12/30'],
    ['12⁄2030', '12/30'],
    ['1230', null],
    ['13/30', null],
    ['0/30', null],
    ['12/3', null],
    ['12/1930', null],
  ])('the expiry %j is %j', (typed, read) => {
    expect(normaliseExpiry(typed)).toBe(read)
  })
})

describe('phones', () => {
  it.each([
    ['0 15 11 98765-4321', '11987654321'],
    ['0 21 (41) 3333-0000', '4133330000'],
    ['0055 11 98765-4321', '11987654321'],
  ])('%j is %s', (typed, read) => expect(z.parse(phone, typed)).toBe(read))

  it.each([
    ['another country', '+1 (305) 555-0199'],
    ['another country, as long as ours', '+1 (212) 912-34567'],
    ['a mobile without its 9', '2777878978'],
    ['a mobile without its 9', '1189830119'],
    ...[20, 23, 25, 26, 29, 30, 36, 39, 50, 52, 56, 60, 70, 72, 76, 78, 80, 90].map((code) => [
      `area code ${code}`,
      `${code}987654321`,
    ]),
  ])('%s: %j is refused', (_, typed) => expect(z.safeParse(phone, typed).success).toBe(false))
})
