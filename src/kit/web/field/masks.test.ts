import { maskitoTransform } from '@maskito/core'
import { describe, expect, it } from 'vitest'
import { maskAccepts, masks, type MaskName } from './masks.ts'

const draw = (mask: MaskName, text: string) => maskitoTransform(text, masks[mask].options)

describe('masks', () => {
  const rows: ReadonlyArray<[MaskName, string, string]> = [
    ['phone', '1133224455', '(11) 3322-4455'],
    ['phone', '11987654321', '(11) 98765-4321'],
    ['phone', '(11) 98765-4321', '(11) 98765-4321'],
    ['cpf', '52998224725', '529.982.247-25'],
    ['cpf', '529.982.247-25', '529.982.247-25'],
    ['cpf', '5299', '529.9'],
    ['cnpj', '11444777000161', '11.444.777/0001-61'],
    ['cnpj', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cep', '80010000', '80010-000'],
    ['cep', '80010-000', '80010-000'],
    ['date', '31122026', '31/12/2026'],
    ['expiry', '1227', '12/27'],
    ['card', '4111111111111111', '4111 1111 1111 1111'],
    ['card', '6304000000000000000', '6304 0000 0000 0000 000'],
    ['card', '4111-1111-1111-1111', '4111 1111 1111 1111'],
  ]
  it.each(rows)('%s draws %s as %s', (mask, text, drawn) => {
    expect(draw(mask, text)).toBe(drawn)
  })

  const filled: ReadonlyArray<[MaskName, string, string]> = [
    ['phone', '+5511987654321', '(11) 98765-4321'],
    ['phone', '+55 11 3322-4455', '(11) 3322-4455'],
    ['phone', '011987654321', '(11) 98765-4321'],
    ['phone', '5599123456', '(55) 9912-3456'],
    ['phone', '55991234567', '(55) 99123-4567'],
    ['phone', '(55) 99123-45678', '(55) 99123-4567'],
    ['phone', '+55 (41) 99876-5432', '(41) 99876-5432'],
    ['phone', '+55', '+55'],
    ['phone', '(01', '(1'],
    ['cpf', '５２９９８２２４７２５', '529.982.247-25'],
    ['cpf', '529.982.247–25', '529.982.247-25'],
    ['cep', '80010\u200b000', '80010-000'],
    ['expiry', '12/2030', '12/30'],
    ['expiry', '12/30', '12/30'],
    ['expiry', '1/30', '01/30'],
    ['expiry', '1/2030', '01/30'],
    ['expiry', '2030-12', '12/30'],
    ['expiry', '2030-1', '01/30'],
    ['expiry', '203012', '12/30'],
    ['expiry', '122030', '12/30'],
    ['expiry', '12 / 30', '12/30'],
  ]
  it.each(filled)('%s autofilled with %s is %s', (mask, text, drawn) => {
    expect(draw(mask, text)).toBe(drawn)
  })

  it('formats its own result unchanged', () => {
    for (const [mask, , drawn] of rows) expect(draw(mask, drawn)).toBe(drawn)
  })
})

describe('accepted characters', () => {
  it('explains letters, not punctuation', () => {
    expect(maskAccepts(masks.cpf, '529.982.247-25')).toBe(true)
    expect(maskAccepts(masks.phone, '+55 (11) 98765-4321')).toBe(true)
    expect(maskAccepts(masks.card, 'quatro')).toBe(false)
    expect(maskAccepts(masks.cnpj, '12.abc.345/01de-35')).toBe(true)
    expect(maskAccepts(masks.cnpj, 'ç')).toBe(false)
  })
})

describe('phones that are not ours', () => {
  it.each([
    ['+1 (305) 555-0199', '+13055550199'],
    ['0 15 11 98765-4321', '(11) 98765-4321'],
  ])('%s is drawn as %s', (text, drawn) => expect(draw('phone', text)).toBe(drawn))
})
