import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cpf, taxId } from './fields.ts'

const said = (schema: z.ZodMiniType, text: string) => z.safeParse(schema, text).error?.issues[0]?.message

it('a CPF field accepts only a CPF', () => {
  expect(z.parse(cpf, '529.982.247-25')).toBe('52998224725')
  for (const wrong of ['529.982.247-26', '111.111.111-11', '12.ABC.345/01DE-35'])
    expect(said(cpf, wrong)).toBe('Digite um CPF válido.')
})

it('a field for both explains an invalid value', () => {
  expect([z.parse(taxId, '529.982.247-25'), z.parse(taxId, '12.ABC.345/01DE-35')]).toEqual([
    '52998224725',
    '12ABC34501DE35',
  ])
  for (const wrong of ['529.982.247-26', '12.ABC.345/01DE-36', '123'])
    expect(said(taxId, wrong)).toBe('Digite um CPF ou CNPJ válido')
})
