import type {
  Acquirer,
  Authentication,
  AuthoriseRequest,
  CardKind,
  Instrument,
  Payer,
} from '#acquirer/acquirer.ts'
import { methodRow, type Take } from '../../method.ts'
import type { Payment } from '../store.ts'
import type { CardEntry } from './cardEntry.ts'

/** The committed intent: what to ask which acquirer, and which attempt the answer belongs to. */
export type Intent = {
  attemptId: number
  acquirer: Acquirer
  request: AuthoriseRequest
}

/** What the acquirer is asked for: `authentication` where somebody answers for the cardholder. */
export function saleRequest(
  payment: Payment,
  { orderKey, returnUrl, take }: { orderKey: string; returnUrl: string; take: Take },
  by: { payer: Payer; card: CardEntry },
  authentication: Authentication | null,
): AuthoriseRequest {
  return {
    orderKey,
    amountCents: payment.amount_cents,
    // Money that is held first is taken when it is known how much.
    capture: take === 'capture',
    instrument: chargedCard(by.card, cardOf(payment)),
    authentication,
    payer: by.payer,
    returnUrl,
  }
}

/** Only what is paid by card comes here. */
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
