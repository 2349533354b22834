import { describe, expect, it } from 'vitest'
import { toMachineMethod } from './machineMethods.ts'

describe('the method of a payment at a machine', () => {
  it.each([
    ['cash', 'machine_cash'],
    ['DINHEIRO', 'machine_cash'],
    ['card', 'machine_card'],
    ['Crédito', 'machine_card'],
    ['debito', 'machine_card'],
    ['Cartão', 'machine_card'],
    ['credit', 'machine_card'],
    [' debit ', 'machine_card'],
    ['PIX', 'machine_pix'],
    ['vale', 'machine_other'],
    ['constructor', 'machine_other'],
    ['', 'machine_other'],
    [null, 'machine_other'],
  ])('%j is %s', (word, method) => {
    expect(toMachineMethod(word)).toBe(method)
  })
})
