import * as z from 'zod/mini'
import { requiredText } from '#kit/fields.ts'
import { methodNames } from '#payment/method/method.ts'

/** What an acquirer keeps of a capture: hundredths of a per cent and centavos; a null brand is every brand. */
export const feeRow = z.object({
  acquirer: requiredText(40),
  method: z.enum(methodNames),
  brand: z.nullable(requiredText(40)),
  percent_bp: z.int().check(z.gte(0), z.lte(2000)),
  fixed_cents: z.int().check(z.gte(0), z.lte(1000)),
})
export type FeeRow = z.output<typeof feeRow>

export const feeRows = z.array(feeRow).check(z.maxLength(100))

type Capture = {
  readonly acquirer: string
  readonly method: string
  readonly brand: string | null
  readonly cents: number
}

/** The estimated fee of one capture in centavos, rounded half up, by the first row that fits; 0 where none does. */
export function estimateFee(fees: readonly FeeRow[], { acquirer, method, brand, cents }: Capture): number {
  const row = fees.find(
    (fee) =>
      fee.acquirer === acquirer && fee.method === method && (fee.brand === null || fee.brand === brand),
  )
  if (!row) return 0
  return Math.floor((cents * row.percent_bp + 5_000) / 10_000) + row.fixed_cents
}
