import { reaisText } from '#kit/money.ts'

/** docs/back-office.md#convênios */
export const benefitKindNames = ['minutes', 'amount', 'percent', 'all'] as const
export type BenefitKind = (typeof benefitKindNames)[number]

/** `value` is minutes, centavos or per cent; `all` has none. */
type Benefit = {
  readonly kind: BenefitKind
  readonly value: number | null
  readonly maxCents: number | null
}

/** '120 min', '50 %, no máximo R$ 20,00', 'tudo o que é devido'. */
export function describeBenefit({ kind, value, maxCents }: Benefit): string {
  const number = value ?? 0
  const texts = { minutes: `${number} min`, percent: `${number} %`, all: 'tudo o que é devido' }
  const text = kind === 'amount' ? reaisText(number) : texts[kind]
  return maxCents === null ? text : `${text}, no máximo ${reaisText(maxCents)}`
}
