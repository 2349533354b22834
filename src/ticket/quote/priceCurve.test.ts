import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountAtMinute, priceCurve } from './priceCurve.ts'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { computePrice, type TariffRules } from '../tariff.ts'

const enteredAt = new Date('2026-03-10T23:00:00Z')
const look = { enteredAt, timeZone: 'America/Sao_Paulo', minutes: 2880 }
const night: TariffRules = {
  ...demoTariffs.A,
  kind: 'overnight',
  night: { from: '19:00', to: '08:00', value_cents: 1000 },
}

describe('the curve of a price', () => {
  it('has a step where the price rises, and nowhere else', () => {
    expect(priceCurve(demoTariffs.A, { ...look, minutes: 240 })).toEqual([
      { minute: 0, amountCents: 0 },
      { minute: 31, amountCents: 600 },
      { minute: 121, amountCents: 700 },
      { minute: 181, amountCents: 800 },
    ])
  })

  it('a step counts from its own minute, also in the last one asked for', () => {
    const curve = priceCurve(demoTariffs.A, { ...look, minutes: 121 })
    expect(curve.map(({ minute }) => minute)).toEqual([0, 31, 121])
    expect([30, 31, 120, 121].map((minute) => amountAtMinute(curve, minute))).toEqual([0, 600, 600, 700])
    expect(amountAtMinute([], 5)).toBe(0)
  })

  it('a tariff that never charges is one flat step', () => {
    const free = {
      ...demoTariffs.A,
      first_block: { minutes: 60, value_cents: 0 },
      step: { minutes: 60, value_cents: 0 },
    }
    expect(priceCurve(free, look)).toEqual([{ minute: 0, amountCents: 0 }])
  })

  it.each([...Object.values<TariffRules>(demoTariffs), night])(
    'is the price itself at every minute (%#)',
    (rules) => {
      const curve = priceCurve(rules, look)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: look.minutes }), (minute) => {
          const at = new Date(enteredAt.getTime() + minute * 60_000)
          expect(amountAtMinute(curve, minute)).toBe(computePrice(rules, { ...look, at }).amountCents)
        }),
      )
    },
  )
})
