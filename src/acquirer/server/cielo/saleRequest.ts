import type { AuthoriseRequest, Payer, SavedCard, TypedCard } from '../../acquirer.ts'

/** The body of POST /1/sales (acquirer.md 1.4, 1.8 and 1.10a), cut to Cielo's field lengths. */
export function saleRequest(request: AuthoriseRequest, softDescriptor: string): object {
  return {
    MerchantOrderId: request.orderKey,
    Customer: customer(request.payer),
    Payment: {
      ...(request.kind === 'credit' ? credit(request) : debit(request)),
      Amount: request.amountCents,
      Currency: 'BRL',
      Country: 'BRA',
      SoftDescriptor: plain(softDescriptor)
        .replace(/[^a-z0-9]/gi, '')
        .slice(0, 13),
    },
  }
}

function credit(request: AuthoriseRequest): object {
  return {
    Type: 'CreditCard',
    Installments: 1,
    Interest: 'ByMerchant',
    Capture: request.capture,
    Authenticate: false,
    CreditCard: request.card.source === 'typed' ? creditCard(request.card) : savedCard(request.card),
  }
}

/** Debit is captured at once and wants the cardholder: the answer carries AuthenticationUrl. */
function debit(request: AuthoriseRequest): object {
  return {
    Type: 'DebitCard',
    Authenticate: true,
    ReturnUrl: request.returnUrl,
    DebitCard: request.card.source === 'typed' ? typedCard(request.card) : savedCard(request.card),
  }
}

function creditCard(card: TypedCard): object {
  if (!card.save) return { ...typedCard(card), SaveCard: false }
  return { ...typedCard(card), SaveCard: true, CardOnFile: { Usage: 'First', Reason: 'Unscheduled' } }
}

function typedCard(card: TypedCard): object {
  return {
    CardNumber: card.number,
    Holder: holderName(card.holder),
    ExpirationDate: `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
    Brand: card.brand,
    ...securityCode(card.cvv),
  }
}

function savedCard(card: SavedCard): object {
  const onFile = { Usage: 'Used', Reason: 'Unscheduled' }
  return { CardToken: card.acquirerToken, Brand: card.brand, CardOnFile: onFile, ...securityCode(card.cvv) }
}

function securityCode(cvv: string | null): object {
  return cvv === null || cvv === '' ? {} : { SecurityCode: cvv }
}

/** Letters only, no accents, 25 at most: Cielo refuses anything else with error 214. */
export function holderName(name: string): string {
  const letters = plain(name)
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
  return letters.trim().slice(0, 25).trimEnd()
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
}

function customer(payer: Payer): object {
  return {
    Name: payer.name.slice(0, 255),
    Identity: payer.taxId,
    IdentityType: payer.taxId.length === 11 ? 'CPF' : 'CNPJ',
    Email: payer.email.slice(0, 255),
    ...(payer.address ? { Address: address(payer.address) } : {}),
  }
}

function address(home: NonNullable<Payer['address']>): object {
  return {
    Street: home.street.slice(0, 255),
    Number: home.number.slice(0, 15),
    Complement: (home.complement ?? '').slice(0, 50),
    ZipCode: home.postalCode.replace(/\D/g, '').slice(0, 9),
    City: home.city.slice(0, 50),
    State: home.state.slice(0, 2),
    Country: 'BRA',
  }
}
