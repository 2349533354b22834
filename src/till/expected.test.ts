import { describe, expect, it } from 'vitest'
import { wireMoney } from '#kit/money.ts'
import {
  differenceText,
  expectedCents,
  isReasonNeeded,
  type MovedCents,
  type TakenCents,
} from './expected.ts'

describe('the cash that should lie in a till', () => {
  const takes: TakenCents[] = []
  const movements: MovedCents[] = []
  const expected = (): number => expectedCents({ floatCents: 10_000, takes, movements })

  it.each<[string, () => unknown, number]>([
    ['open', () => 0, 10_000],
    ['cash 600', () => takes.push({ method: 'cash', cents: 600 }), 10_600],
    ['cash 1100', () => takes.push({ method: 'cash', cents: 1_100 }), 11_700],
    ['card_machine 900', () => takes.push({ method: 'card_machine', cents: 900 }), 11_700],
    [
      'cash 700, then undone',
      () => takes.push({ method: 'cash', cents: 700 }, { method: 'cash', cents: -700 }),
      11_700,
    ],
    ['withdrawal 5000', () => movements.push({ kind: 'withdrawal', cents: 5_000 }), 6_700],
    ['deposit 2000', () => movements.push({ kind: 'deposit', cents: 2_000 }), 8_700],
  ])('%s', (_, step, cents) => {
    step()
    expect(expected()).toBe(cents)
  })

  it('counted 8650: Falta de R$ 0,50, no reason needed', () => {
    const difference = 8_650 - expected()
    expect(difference).toBe(-50)
    expect(differenceText(wireMoney(difference))).toBe('Falta de R$ 0,50')
    expect(isReasonNeeded(difference, 500)).toBe(false)
  })
})

it.each([
  [0, 0, false],
  [500, 500, false],
  [-500, 500, false],
  [501, 500, true],
  [-501, 500, true],
  [1, 0, true],
])('a difference of %d with the limit %d needs a reason: %s', (difference, limit, needed) => {
  expect(isReasonNeeded(difference, limit)).toBe(needed)
})

it.each([
  [0, 'Sem diferença'],
  [100, 'Sobra de R$ 1,00'],
  [-123_456, 'Falta de R$ 1.234,56'],
])('%d is "%s"', (cents, text) => {
  expect(differenceText(wireMoney(cents))).toBe(text)
})
