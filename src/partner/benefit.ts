/** docs/back-office.md#convênios */
export const benefitKindNames = ['minutes', 'amount', 'percent', 'all'] as const
export type BenefitKind = (typeof benefitKindNames)[number]
