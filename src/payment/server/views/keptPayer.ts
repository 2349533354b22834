import { payer as keptPayer, type Payer } from '#acquirer/payer.ts'
import type { Payment } from '../store.ts'

/** Null without a payer, or once erased: `{}` (docs/payment.md). */
export function payerOf({ payer }: Pick<Payment, 'payer'>): Payer | null {
  return keptPayer.safeParse(payer).data ?? null
}
