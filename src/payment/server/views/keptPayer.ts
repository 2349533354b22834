import * as z from 'zod/mini'
import type { Payer } from '#acquirer/acquirer.ts'
import type { Payment } from '../store.ts'

/** An empty object once erased (docs/payment.md). */
export const keptPayer = z.object({
  name: z.string(),
  taxId: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      street: z.string(),
      number: z.string(),
      complement: z.nullable(z.string()),
      postalCode: z.string(),
      city: z.string(),
      state: z.string(),
    }),
  ),
})

/** Null without a payer or once erased. */
export function payerOf({ payer }: Pick<Payment, 'payer'>): Payer | null {
  const read = keptPayer.safeParse(payer)
  return read.success ? read.data : null
}
