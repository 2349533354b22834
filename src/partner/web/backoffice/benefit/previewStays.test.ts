import { expect, it } from 'vitest'
import type { TariffRules } from '#ticket/tariff.ts'
import { previewStays } from './previewStays.ts'

/** Tariff A (docs/tariff.md). */
const rules: TariffRules = {
  kind: 'blocks',
  entry_tolerance_min: 30,
  exit_tolerance_min: 15,
  exit_rule: 'max_of_both',
  lost_ticket_fee_cents: 0,
  first_block: { minutes: 120, value_cents: 600 },
  step: { minutes: 60, value_cents: 100 },
  cap: null,
}
const tariff = { rules, timeZone: 'America/Sao_Paulo', enteredAt: new Date('2026-11-30T13:00:00Z') }

it.each([
  ['2 h', { kind: 'minutes', value: 120, max: null } as const, [0, 600, 600, 600, 600, 600]],
  ['R$ 10', { kind: 'amount', value: 10, max: null } as const, [0, 600, 600, 700, 900, 1000]],
  ['50 %', { kind: 'percent', value: 50, max: null } as const, [0, 300, 300, 350, 450, 700]],
  ['50 % of at most R$ 4', { kind: 'percent', value: 50, max: 4 } as const, [0, 300, 300, 350, 400, 400]],
  ['all of at most R$ 8', { kind: 'all', value: null, max: 8 } as const, [0, 600, 600, 700, 800, 800]],
])('%s takes off stays of 30 min, 1, 2, 3, 5 and 10 h', (_, benefit, off) => {
  expect(previewStays(benefit, tariff).map(({ offCents }) => offCents)).toEqual(off)
})
