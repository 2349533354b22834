import { reaisText } from '#kit/money.ts'
import type { ContestReason } from './states.ts'

export type RuleFacts = {
  readonly keptCents: number
  /** Of the stay. */
  readonly overCents: number
  readonly paidTwiceCase: { readonly id: number } | null
  /** Captured earlier for the same stay and segment, and kept. */
  readonly earlierPayments: readonly { readonly id: number }[]
  /** What was due at pricing, by the segments known now; null without a stay. */
  readonly due: { readonly cents: number; readonly ticketId: number } | null
}

export const ruleTexts = {
  paid_twice: 'Pago também em máquina ou caixa',
  same_segment: 'Outro pagamento da mesma permanência',
  lower_price: 'Preço menor no instante da cobrança',
} as const
type Rule = keyof typeof ruleTexts

export type RuleDecision = {
  readonly rule: Rule
  readonly amountCents: number
  /** For the audit trail: 'review_case 7'. */
  readonly rows: string
}

/** Refunds at most what is over, kept and `maxCents`; null leaves it to staff (docs/spec.md#r43). */
export function decideByRule(reason: ContestReason, proof: RuleFacts, maxCents: number): RuleDecision | null {
  const found = findRule(reason, proof)
  if (found === null) return null
  const amountCents = Math.min(found.amountCents, proof.keptCents, proof.overCents)
  return amountCents > 0 && amountCents <= maxCents ? { ...found, amountCents } : null
}

function findRule(reason: ContestReason, proof: RuleFacts): RuleDecision | null {
  const { paidTwiceCase, earlierPayments, due, keptCents, overCents } = proof
  if (reason === 'charged_twice' && paidTwiceCase !== null)
    return { rule: 'paid_twice', amountCents: overCents, rows: `review_case ${paidTwiceCase.id}` }
  if (reason === 'charged_twice' && earlierPayments.length > 0) {
    const rows = earlierPayments.map(({ id }) => `payment ${id}`).join(', ')
    return { rule: 'same_segment', amountCents: overCents, rows }
  }
  if (reason === 'wrong_price' && due !== null)
    return { rule: 'lower_price', amountCents: keptCents - due.cents, rows: `ticket ${due.ticketId}` }
  return null
}

/** The driver reads this answer. */
export function ruleAnswerText({ rule, amountCents }: RuleDecision, refundTo: string): string {
  const why = {
    paid_twice: 'Esta permanência foi paga também em uma máquina ou no caixa.',
    same_segment: 'Esta permanência foi paga duas vezes.',
    lower_price: 'O valor certo era menor que o cobrado.',
  } as const satisfies Readonly<Record<Rule, string>>
  return `${why[rule]} ${reaisText(amountCents)} voltam ${refundTo}.`
}
