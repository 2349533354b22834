import type { AuthoriseOutcome, AuthoriseRequest, Payer, SavedCard, TypedCard } from '../../acquirer.ts'
import { takesDebit } from '../../brand.ts'
import { callCielo, type CieloSettings } from './client.ts'
import { readSale } from './sale.ts'

/** POST /1/sales/ (acquirer.md 1.4, 1.8, 1.10a). Never repeated by itself: after `unknown`, ask with find. */
export async function authorise(settings: CieloSettings, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  if (request.kind === 'debit' && !takesDebit(request.card.brand)) {
    return { outcome: 'refused', reference: null, returnCode: null, cause: 'use_credit' }
  }
  const body = {
    MerchantOrderId: request.orderKey,
    Customer: customer(request.payer),
    Payment: request.kind === 'credit' ? credit(settings, request) : debit(settings, request),
  }
  return readSale(await callCielo(settings, { method: 'POST', path: '/1/sales/', body }))
}

function credit(settings: CieloSettings, request: AuthoriseRequest): object {
  return {
    Type: 'CreditCard',
    ...common(settings, request),
    Installments: 1,
    Interest: 'ByMerchant',
    Capture: request.capture,
    Authenticate: false,
    CreditCard: request.card.source === 'typed' ? typedCard(request.card) : savedCard(request.card),
  }
}

/** Debit is captured at once and wants the cardholder: the answer carries AuthenticationUrl. */
function debit(settings: CieloSettings, request: AuthoriseRequest): object {
  return {
    Type: 'DebitCard',
    ...common(settings, request),
    Authenticate: true,
    ReturnUrl: request.returnUrl,
    DebitCard: request.card.source === 'typed' ? cardNumbers(request.card) : savedCard(request.card),
  }
}

function common(settings: CieloSettings, request: AuthoriseRequest): object {
  const SoftDescriptor = settings.softDescriptor.slice(0, 13)
  return { Amount: request.amountCents, Currency: 'BRL', Country: 'BRA', SoftDescriptor }
}

function typedCard(card: TypedCard): object {
  const saved = card.save ? { SaveCard: true, CardOnFile: { Usage: 'First', Reason: 'Unscheduled' } } : { SaveCard: false }
  return { ...cardNumbers(card), ...saved }
}

function cardNumbers(card: TypedCard): object {
  return {
    CardNumber: card.number,
    Holder: holderName(card.holder),
    ExpirationDate: `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
    Brand: card.brand,
    ...(card.cvv === null ? {} : { SecurityCode: card.cvv }),
  }
}

function savedCard(card: SavedCard): object {
  return {
    CardToken: card.acquirerToken,
    Brand: card.brand,
    CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' },
    ...(card.cvv === null ? {} : { SecurityCode: card.cvv }),
  }
}

/** Letters only, no accents, 25 at most: Cielo refuses anything else with error 214. */
export function holderName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{Diacritic}/gu, '').toUpperCase()
  return plain.replace(/[^A-Z ]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 25).trim()
}

function customer(payer: Payer): object {
  const { address } = payer
  return {
    Name: payer.name.slice(0, 255),
    Identity: payer.taxId,
    IdentityType: payer.taxId.length === 11 ? 'CPF' : 'CNPJ',
    Email: payer.email,
    ...(address && {
      Address: {
        Street: address.street,
        Number: address.number,
        Complement: address.complement ?? '',
        ZipCode: address.postalCode,
        City: address.city,
        State: address.state,
        Country: 'BRA',
      },
    }),
  }
}
