import type { TariffRules } from '#ticket/tariff.ts'

const demo = { kind: 'blocks', exit_tolerance_min: 15, lost_ticket_fee_cents: 0 } as const

/** docs/demo.md#1-what-is-seeded; examples in docs/tariff.md. */
export const demoTariffs = {
  A: {
    ...demo,
    entry_tolerance_min: 30,
    first_block: { minutes: 120, value_cents: 600 },
    step: { minutes: 60, value_cents: 100 },
    cap: null,
    exit_rule: 'tolerance_only',
  },
  B: {
    ...demo,
    entry_tolerance_min: 15,
    first_block: { minutes: 120, value_cents: 1100 },
    step: { minutes: 60, value_cents: 200 },
    cap: null,
    exit_rule: 'tolerance_only',
  },
  D: {
    ...demo,
    entry_tolerance_min: 15,
    first_block: { minutes: 60, value_cents: 1200 },
    step: { minutes: 30, value_cents: 300 },
    cap: { value_cents: 4500 },
    exit_rule: 'max_of_both',
  },
} as const satisfies Record<string, TariffRules>
