import { reaisText } from '#kit/money.ts'
import type { Benefit } from '#ticket/benefit.ts'

/** docs/back-office.md#convênios */
export const benefitKindNames = ['minutes', 'amount', 'percent', 'all'] as const satisfies Benefit['kind'][]
export type BenefitKind = Benefit['kind']

/** '120 min', '50 %, no máximo R$ 20,00', 'tudo o que é devido'. */
export function describeBenefit({ kind, value, maxCents }: Benefit): string {
  const number = value ?? 0
  const texts = { minutes: `${number} min`, percent: `${number} %`, all: 'tudo o que é devido' }
  const text = kind === 'amount' ? reaisText(number) : texts[kind]
  return maxCents === null ? text : `${text}, no máximo ${reaisText(maxCents)}`
}
