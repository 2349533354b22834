import { expect, it } from 'vitest'
import { wayForwardText } from './wayForward.ts'

const places = [true, false].flatMap((payMachine) =>
  [true, false].map((payCashier) => ({ payMachine, payCashier })),
)

it('names every way that exists, and never a machine or a cashier that does not', () => {
  expect(places.map((ways) => wayForwardText('otherPlace', ways))).toEqual([
    'O ticket continua valendo: pague na máquina de pagamento ou no caixa do estacionamento.',
    'O ticket continua valendo: pague na máquina de pagamento do estacionamento.',
    'O ticket continua valendo: pague no caixa do estacionamento.',
    'O ticket continua valendo. Informe o número dele a quem atende o estacionamento.',
  ])
  for (const ways of places) expect(wayForwardText('staff', ways)).toMatch(/número do ticket/)
})

it('never names a machine or a cashier for a payment that only the portal takes', () => {
  for (const ways of places) expect(wayForwardText('card', ways)).not.toMatch(/máquina|caixa|ticket/)
})
