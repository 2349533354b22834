import * as z from 'zod/mini'
import { bySetting } from '#payment/method/method.ts'

const creditAuthentication = z.enum(['off', 'data_only', 'challenge'], { error: 'Escolha uma opção.' })

export const creditAuthenticationTexts = {
  off: 'Não pedir',
  data_only: 'Só informar o banco',
  challenge: 'Pedir ao banco',
} as const satisfies Readonly<Record<z.output<typeof creditAuthentication>, string>>

const from = z
  .number({ error: 'Informe um valor.' })
  .check(z.gte(0, 'O valor não pode ser negativo.'), z.lte(10_000, 'O valor é alto demais.'))

/** docs/back-office.md#settings. Absent fields stay unchanged. */
export const payingEntry = {
  ...bySetting(() => z.optional(z.boolean())),
  pixFirst: z.optional(z.boolean()),
  acceptsAttempted: z.optional(z.boolean()),
  creditAuthentication: z.optional(creditAuthentication),
  creditAuthenticationFrom: z.optional(from),
}

export const paying = {
  ...bySetting(() => z.boolean()),
  pixFirst: z.boolean(),
  acceptsAttempted: z.boolean(),
  creditAuthentication,
  creditAuthenticationFrom: z.number(),
}

const entry = z.object(payingEntry)
export type PayingEntry = z.output<typeof entry>
const wire = z.object(paying)
export type WirePaying = z.output<typeof wire>
