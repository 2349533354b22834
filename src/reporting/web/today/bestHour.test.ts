import { expect, it } from 'vitest'
import { bestHour } from './bestHour.ts'

const hour = (at: number, portal: number, machine = 0) => ({ hour: at, portal, machine, till: 0 })

it.each([
  ['no hour', [], 'Nada recebido hoje'],
  ['no revenue', [hour(0, 0)], 'Nada recebido hoje'],
  ['refunds only', [hour(0, -7)], 'Nada recebido hoje'],
  ['portal and machines', [hour(8, 20), hour(9, 12, 10)], 'Melhor hora: 9h, R$\u00a022,00'],
  ['the first of equal ones', [hour(8, 7), hour(9, 7)], 'Melhor hora: 8h, R$\u00a07,00'],
])('names the best hour: %s', (_, hours, text) => {
  expect(bestHour(hours)).toBe(text)
})
