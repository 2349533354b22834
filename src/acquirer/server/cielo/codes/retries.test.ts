import { expect, test } from 'vitest'
import { hourMs } from '#kit/clock.ts'
import { refusalCauses } from '../../../causes.ts'
import { refusalCause } from './refusals.ts'
import { adjustCauseToRetry, retryRule } from './retries.ts'

const classOf = (brand: string | null, code: string | null, advice: string | null = null) =>
  retryRule({ brand, code, advice })

test.each([
  ['Visa', '57', null, 'irreversible'],
  ['Visa', '05', null, 'reversible'],
  ['Visa', '54', null, 'data'],
  ['Visa', 'N7', null, 'data'],
  ['Visa', '82', null, 'data'],
  ['Visa', '14', null, 'irreversible'],
  ['Visa', '014', null, 'reversible'],
  ['Visa', '03', null, 'reversible'],
  ['Visa', '57', '01', 'irreversible'],
  ['Master', '57', null, 'reversible'],
  ['Master', '82', null, 'reversible'],
  ['Master', '82', '03', 'irreversible'],
  ['Master', '82', '3', 'irreversible'],
  ['Master', '79', '21', 'irreversible'],
  ['Master', '79', '01', 'data'],
  ['Master', '43', '02', 'reversible'],
  ['Master', '43', null, 'irreversible'],
  ['Elo', '57', null, 'irreversible'],
  ['Elo', 'AB', null, 'reversible'],
  ['Elo', '62', null, 'reversible'],
  ['Elo', '63', null, 'data'],
  ['Amex', 'FD', null, 'irreversible'],
  ['Amex', 'A5', null, 'reversible'],
  ['JCB', '41', null, 'irreversible'],
  ['JCB', '57', null, 'reversible'],
  [null, '46', null, 'irreversible'],
  ['Visa', 'SC', null, 'irreversible'],
  ['Visa', null, null, 'reversible'],
] as const)('%s code %s, advice %s: %s', (brand, code, advice, expected) => {
  expect(classOf(brand, code, advice).class).toBe(expected)
})

test.each([
  ['02', 72],
  ['24', 1],
  ['25', 24],
  ['26', 48],
  ['30', 240],
] as const)('advice %s: again after %i h', (advice, hours) => {
  expect(classOf('Master', '79', advice)).toEqual({ class: 'reversible', waitMs: hours * hourMs })
  expect(classOf('Visa', '51', advice)).toEqual({ class: 'reversible', waitMs: 0 })
})

test('a Velocity refusal allows a retry after an hour', () => {
  expect(classOf('Elo', 'BP171')).toEqual({ class: 'reversible', waitMs: hourMs })
})

const told = (brand: string, code: string, advice: string | null = null) => {
  const no = { brand, code, advice }
  return refusalCauses[adjustCauseToRetry(refusalCause(brand, code), retryRule(no), no)].text
}

test.each([
  ['Visa', '14', null, 'Confira os dados do cartão e tente de novo.'],
  ['Elo', '56', null, 'Confira os dados do cartão e tente de novo.'],
  ['Master', '1', null, 'Transação não permitida para este cartão. Use outro cartão.'],
  ['Master', '79', '03', 'Transação não permitida para este cartão. Use outro cartão.'],
  ['Master', '62', null, 'Transação não permitida para este cartão. Use outro cartão.'],
  ['Elo', '58', null, 'Transação não permitida para este cartão. Use outro cartão.'],
  ['Visa', '58', null, 'Pagamento indisponível no momento. Tente outro cartão ou mais tarde.'],
  ['Master', '79', '01', 'Confira os dados do cartão e tente de novo.'],
  ['Master', '83', '01', 'Confira os dados do cartão e tente de novo.'],
  ['Master', '54', '01', 'Verifique a validade do cartão.'],
  ['Visa', '70', null, 'Não autorizado por falta de saldo ou limite. Use outro cartão.'],
  ['Visa', '54', null, 'Verifique a validade do cartão.'],
  ['Visa', '46', null, 'Cartão ou conta encerrada. Use outro cartão.'],
  ['Master', '82', '03', 'Pagamento não autorizado. Fale com a central do seu cartão ou use outro cartão.'],
] as const)('%s code %s, advice %s reads: %s', (brand, code, advice, text) => {
  expect(told(brand, code, advice)).toBe(text)
})

test('an irreversible refusal suggests another card or number, never a later retry', () => {
  const codes =
    '1 3 4 7 12 13 14 15 19 23 30 41 43 46 56 57 58 62 64 76 77 83 88 92 94 P5 FM R0 R1 R2 R3 SC A3 A7 DA FD JB'
  for (const brand of ['Visa', 'Master', 'Elo', 'Amex', 'JCB'])
    for (const code of codes.split(' ')) {
      if (retryRule({ brand, code, advice: null }).class !== 'irreversible') continue
      expect(told(brand, code), `${brand} ${code}`).toMatch(/outro cartão\.$|^Confira os dados/)
      expect(told(brand, code), `${brand} ${code}`).not.toMatch(/mais tarde|central do seu cartão\.$/)
    }
})

test('the cause setup is kept', () => {
  const no = { brand: 'Visa', code: 'GF', advice: null }
  expect(adjustCauseToRetry('setup', { class: 'irreversible', waitMs: 0 }, no)).toBe('setup')
})
