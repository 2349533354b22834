import type * as z from 'zod/mini'
import { isoIn } from '#kit/clock.ts'
import type { OwnPayer } from '../../contract.ts'
import type { Attempt } from '../attempt/attempts.ts'
import type { Payment } from '../store.ts'
import { keptPayer } from '../views/keptPayer.ts'

/** What was given to pay with; `payer` is null once its data was erased. */
export function wireOwnPayer(
  payment: Payment,
  attempts: readonly Attempt[],
  agreedAt: Date | null,
): OwnPayer {
  const payer = keptPayer.safeParse(payment.payer).data
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

function wirePayer({ taxId: cpfcnpj, ...rest }: z.output<typeof keptPayer>) {
  return { ...rest, cpfcnpj }
}
