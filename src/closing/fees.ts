import * as z from 'zod/mini'
import { brandDisplayName } from '#acquirer/brands.ts'
import { requiredText } from '#kit/fields.ts'
import { humanMoney } from '#kit/money.ts'
import { methodNames, methods } from '#payment/method/method.ts'

const intUpTo = (max: number, tooHigh: string) =>
  z
    .number({ error: 'Informe a taxa em números, como 2,49.' })
    .check(
      z.int('Informe um número inteiro.'),
      z.gte(0, 'Uma taxa não pode ser negativa.'),
      z.lte(max, tooHigh),
    )

/** Hundredths of a per cent and centavos; a null brand is every brand. */
const feeRow = z.object({
  acquirer: requiredText(40),
  method: z.enum(methodNames, 'Escolha a forma de pagamento.'),
  brand: z.nullable(requiredText(40)),
  percent_bp: intUpTo(2000, 'Uma taxa tem no máximo 20%.'),
  fixed_cents: intUpTo(1000, 'A parte fixa de uma taxa é de no máximo R$ 10,00.'),
})
export type FeeRow = z.output<typeof feeRow>

export const feeRows = z.array(feeRow).check(z.maxLength(100, 'No máximo 100 taxas.'))

/** 'cielo, crédito, Visa: 2,49% + R$ 0,10' */
export function feesText(fees: readonly FeeRow[]): string {
  return fees
    .map(({ acquirer, method, brand, percent_bp: percent, fixed_cents: fixed }) => {
      const of = [
        acquirer,
        methods[method].inSentence,
        ...(brand === null ? [] : [brandDisplayName(brand)]),
      ].join(', ')
      return `${of}: ${humanMoney(percent)}% + R$ ${humanMoney(fixed)}`
    })
    .join('; ')
}

type Capture = {
  readonly acquirer: string
  readonly method: string
  readonly brand: string | null
  readonly cents: number
}

/** Returns centavos by the first matching row, rounded half up; 0 without one. */
export function estimateFee(fees: readonly FeeRow[], { acquirer, method, brand, cents }: Capture): number {
  const row = fees.find(
    (fee) =>
      fee.acquirer === acquirer && fee.method === method && (fee.brand === null || fee.brand === brand),
  )
  if (!row) return 0
  return Math.floor((cents * row.percent_bp + 5_000) / 10_000) + row.fixed_cents
}
