import * as z from 'zod/mini'
import { isoIn } from '#kit/clock.ts'
import type { OwnPayer } from '../../contract.ts'
import type { Attempt, Payment } from '../store.ts'

const stored = z.object({
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

/** Whoever was forgotten is null: what is left of the payment says nothing of anybody. */
export function wireOwnPayer(
  payment: Payment,
  attempts: readonly Attempt[],
  agreedAt: Date | null,
): OwnPayer {
  const payer = stored.safeParse(payment.payer).data
  const cards = attempts.map((attempt) => ({
    brand: attempt.card_brand,
    last_digits: attempt.card_last_digits,
  }))
  return {
    ws_token: payment.token,
    state: payment.state,
    created_at: isoIn(payment.time_zone, payment.created_at),
    payer: payer === undefined ? null : wirePayer(payer),
    agreed_at: agreedAt === null ? null : isoIn(payment.time_zone, agreedAt),
    cards,
  }
}

function wirePayer({ taxId: cpfcnpj, ...rest }: z.output<typeof stored>) {
  return { ...rest, cpfcnpj }
}
