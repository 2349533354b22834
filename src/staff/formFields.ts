import * as z from 'zod/mini'
import { int4RowId } from '#kit/fields.ts'

/** A whole number, as sent by a `DecimalField` without places. */
export function wholeNumber(min: number, max: number) {
  return z
    .number({ error: 'Informe um número inteiro.' })
    .check(
      z.int('Informe um número inteiro.'),
      z.gte(min, `No mínimo ${min}.`),
      z.lte(max, `No máximo ${max}.`),
    )
}

/** An amount in reais has at most two decimals. */
export const wholeCents = z.refine<number>(
  (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  'Use no máximo duas casas decimais.',
)

export const reais = z
  .number({ error: 'Informe um valor.' })
  .check(z.gte(0, 'O valor não pode ser negativo.'), z.lte(100_000, 'O valor é alto demais.'), wholeCents)

export const idParams = z.object({ id: int4RowId })

export const optionalTimestamps = { created_at: z.optional(z.string()), updated_at: z.optional(z.string()) }
