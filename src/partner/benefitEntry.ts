import * as z from 'zod/mini'
import { int4RowId, requiredText } from '#kit/fields.ts'
import { wholeCents } from '#staff/formFields.ts'
import { type BenefitKind, benefitKindNames } from './benefit.ts'

export const valueText = 'Informe um valor.'
const maxText = 'O máximo vai de R$ 0,01 a R$ 1.000,00.'

/** `value` is minutes, reais or per cent by `kind`, none for `all`; `max` is in reais. Without `id` a new one. */
export const benefitEntry = z
  .object({
    id: z.nullish(int4RowId),
    name: requiredText(30),
    kind: z.enum(benefitKindNames, { error: 'Escolha o tipo do benefício.' }),
    value: z.nullish(z.number({ error: valueText })),
    max: z.nullish(
      z.number({ error: valueText }).check(z.gte(0.01, maxText), z.lte(1000, maxText), wholeCents),
    ),
    active: z.boolean(),
  })
  .check(
    z.superRefine((entry, context) => {
      const problem = findProblem(entry)
      if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.text })
    }),
  )
export type WireBenefitEntry = z.output<typeof benefitEntry>

const ranges = {
  minutes: { min: 1, max: 4320, text: 'O tempo vai de 1 a 4320 minutos.' },
  amount: { min: 0.01, max: 1000, text: 'O valor vai de R$ 0,01 a R$ 1.000,00.' },
  percent: { min: 1, max: 100, text: 'O desconto vai de 1 % a 100 %.' },
} as const

type Values = { kind: BenefitKind; value?: number | null | undefined; max?: number | null | undefined }

function findProblem({ kind, value = null, max = null }: Values): { field: string; text: string } | null {
  if (kind === 'all') return null
  if (value === null) return { field: 'value', text: valueText }
  const range = ranges[kind]
  const unit = kind === 'amount' ? value * 100 : value
  const isWhole = Math.abs(unit - Math.round(unit)) < 1e-6
  if (!isWhole || value < range.min || value > range.max) return { field: 'value', text: range.text }
  const isWholePrice = kind === 'percent' && value === 100
  return isWholePrice && max === null ? { field: 'max', text: 'Com 100 % informe também o máximo.' } : null
}
