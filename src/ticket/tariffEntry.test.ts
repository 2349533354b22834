import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { demoTariffs } from '#simulators/demo/tariffs.ts'
import { computePrice, tariffRules } from './tariff.ts'
import { toTariffEntry, toTariffRules, tariffEntry } from './tariffEntry.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 })
const minutes = (min: number) => fc.integer({ min, max: 1440 })
const every = {
  entry_tolerance_min: minutes(0),
  exit_tolerance_min: minutes(0),
  exit_rule: fc.constantFrom('tolerance_only' as const, 'max_of_both' as const),
  lost_ticket_fee_cents: cents,
}
const block = fc.record({ minutes: minutes(1), value_cents: cents })
const blocks = fc
  .record({ first_block: block, step: block, above: fc.option(cents) })
  .map(({ above, ...parts }) => ({
    ...parts,
    cap: above === null ? null : { value_cents: Math.min(parts.first_block.value_cents + above, 10_000_000) },
  }))
const rules = fc.oneof(
  fc
    .tuple(fc.record({ kind: fc.constant('blocks' as const), ...every }), blocks)
    .map(([head, parts]) => ({ ...head, ...parts })),
  fc.record({ kind: fc.constant('flat_day' as const), ...every, day: fc.record({ value_cents: cents }) }),
  fc
    .tuple(
      fc.record({
        kind: fc.constant('overnight' as const),
        ...every,
        night: fc.record({ from: fc.constant('22:00'), to: fc.constant('06:30'), value_cents: cents }),
      }),
      blocks,
    )
    .map(([head, parts]) => ({ ...head, ...parts })),
)

const night = { from: '22:00', to: '06:30', value_cents: 2000 }

describe('an entered tariff', () => {
  it('converts back to the same rules, to the centavo', () => {
    fc.assert(
      fc.property(rules, (stored) => {
        const written = z.parse(tariffEntry, toTariffEntry('Tarifa', stored))
        expect(toTariffRules(written)).toEqual(stored)
        expect(z.parse(tariffRules, toTariffRules(written))).toEqual(stored)
      }),
    )
  })

  it.each([
    ['blocks', demoTariffs.D],
    ['overnight', { ...demoTariffs.D, kind: 'overnight' as const, night }],
  ])('%s: with a cap below its first block it is refused', (_kind, stored) => {
    const written = toTariffEntry('Tarifa', stored)
    const { first_value: least } = z.parse(z.looseObject({ first_value: z.number() }), written)
    expect(tariffEntry.safeParse({ ...written, cap_value: least }).success).toBe(true)
    expect(tariffEntry.safeParse({ ...written, cap_value: least - 0.01 }).error?.issues).toMatchObject([
      { path: ['cap_value'], message: 'Não pode ser menor que o valor dos primeiros minutos.' },
    ])
  })

  it('costs the same as its stored tariff', () => {
    const at = (kept: number) => ({
      enteredAt: new Date('2026-03-10T12:00:00Z'),
      at: new Date(Date.parse('2026-03-10T12:00:00Z') + kept * 60_000),
      timeZone: 'America/Sao_Paulo',
    })
    for (const tariff of Object.values(demoTariffs))
      for (const kept of [15, 16, 31, 121, 390, 1441])
        expect(computePrice(toTariffRules(toTariffEntry('T', tariff)), at(kept)).amountCents).toBe(
          computePrice(tariff, at(kept)).amountCents,
        )
  })
})
