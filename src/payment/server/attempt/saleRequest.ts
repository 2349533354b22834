import type { Acquirer, Authentication, AuthoriseRequest } from '#acquirer/acquirer.ts'
import type { Payer } from '#acquirer/payer.ts'
import type { CaptureMode } from '../../method/captureTerms.ts'
import { methodRow } from '../../method/method.ts'
import type { Payment } from '../store.ts'
import type { CardEntry } from './cardLimits.ts'

export type PreparedSale = {
  attemptId: number
  acquirer: Acquirer
  request: AuthoriseRequest
}

export function saleRequest(
  payment: Payment,
  { orderKey, returnUrl, take }: { orderKey: string; returnUrl: string; take: CaptureMode },
  { payer, card }: { payer: Payer; card: CardEntry },
  authentication: Authentication | null,
): AuthoriseRequest {
  const { name, card: kind } = methodRow(payment.payment_type)
  if (kind === null) throw new Error(`${name} is not paid by card`)
  return {
    orderKey,
    amountCents: payment.amount_cents,
    capture: take === 'capture',
    instrument:
      card.type === 'saved_card' ? { ...card, kind } : { ...card, kind, save: card.saveFor !== null },
    authentication,
    payer,
    returnUrl,
  }
}
