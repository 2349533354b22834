import * as z from 'zod/mini'
import { methodsBySetting } from '#payment/method/method.ts'

const creditAuthentication = z.enum(['off', 'data_only', 'challenge'], { error: 'Escolha uma opção.' })

export const creditAuthenticationTexts = {
  off: 'Não pedir',
  data_only: 'Só informar o banco',
  challenge: 'Pedir ao banco',
} as const satisfies Readonly<Record<z.output<typeof creditAuthentication>, string>>

/** docs/back-office.md#settings */
export const payingSettings = z.object({
  ...methodsBySetting(() => z.boolean()),
  pixFirst: z.boolean(),
  acceptsAttempted: z.boolean(),
  creditAuthentication,
  creditAuthenticationFrom: z
    .number({ error: 'Informe um valor.' })
    .check(z.gte(0, 'O valor não pode ser negativo.'), z.lte(10_000, 'O valor é alto demais.')),
})
