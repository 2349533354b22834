import type {
  Acquirer,
  Authentication,
  AuthoriseRequest,
  CardKind,
  Instrument,
  Payer,
} from '#acquirer/acquirer.ts'
import type { Take } from '../../method/captureTerms.ts'
import { methodRow } from '../../method/method.ts'
import type { Payment } from '../store.ts'
import type { CardEntry } from './cardTries.ts'

export type Intent = {
  attemptId: number
  acquirer: Acquirer
  request: AuthoriseRequest
}

export function saleRequest(
  payment: Payment,
  { orderKey, returnUrl, take }: { orderKey: string; returnUrl: string; take: Take },
  by: { payer: Payer; card: CardEntry },
  authentication: Authentication | null,
): AuthoriseRequest {
  const { name, card: kind } = methodRow(payment.payment_type)
  if (kind === null) throw new Error(`${name} is not paid by card`)
  return {
    orderKey,
    amountCents: payment.amount_cents,
    capture: take === 'capture',
    instrument: chargedCard(by.card, kind),
    authentication,
    payer: by.payer,
    returnUrl,
  }
}

function chargedCard(card: CardEntry, kind: CardKind): Instrument {
  const { brand, cvv } = card
  if (card.source === 'saved')
    return { type: 'saved_card', kind, acquirerToken: card.acquirerToken, brand, cvv }
  return {
    type: 'typed_card',
    kind,
    number: card.number,
    cardholder: card.cardholder,
    expiryMonth: card.month,
    expiryYear: card.year,
    cvv,
    brand,
    save: card.saveFor !== null,
  }
}
