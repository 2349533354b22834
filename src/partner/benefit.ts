/** docs/spec.md#convênio: what a benefit takes off. */
export const benefitKindNames = ['minutes', 'amount', 'percent', 'all'] as const
export type BenefitKind = (typeof benefitKindNames)[number]
