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
import type { CardEntry } from './cardEntry.ts'

/** A committed attempt's request. */
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
  return {
    orderKey,
    amountCents: payment.amount_cents,
    capture: take === 'capture',
    instrument: chargedCard(by.card, cardOf(payment)),
    authentication,
    payer: by.payer,
    returnUrl,
  }
}

function cardOf(payment: Payment): CardKind {
  const { name, card } = methodRow(payment.payment_type)
  if (card === null) throw new Error(`${name} is not paid by card`)
  return card
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
