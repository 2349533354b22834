import type { AuthoriseRequest, SavedCard, TypedCard } from '../../acquirer.ts'
import type { Payer } from '../../payer.ts'
import { type CardBrand, cardBrands } from '../../brands.ts'

type CardSale = Omit<AuthoriseRequest, 'instrument'> & { readonly card: TypedCard | SavedCard }

/** The body of POST /1/sales (src/acquirer/server/cielo/README.md#3-a-sale), cut to Cielo's field lengths. JSON leaves out undefined fields. */
export function saleRequest(request: CardSale, softDescriptor: string): object {
  return {
    MerchantOrderId: request.orderKey,
    Customer: customerFields(request.payer),
    Payment: {
      ...(request.card.kind === 'credit' ? creditPayment(request) : debitPayment(request)),
      Amount: request.amountCents,
      Currency: 'BRL',
      Country: 'BRA',
      SoftDescriptor: withoutDiacritics(softDescriptor)
        .replace(/[^a-z0-9]/gi, '')
        .slice(0, 13),
    },
  }
}

function creditPayment(request: CardSale): object {
  return {
    Type: 'CreditCard',
    Installments: 1,
    Interest: 'ByMerchant',
    Capture: request.capture,
    ...authenticationFields(request),
    InitiatedTransactionIndicator: initiator(request.card),
    CreditCard: { ...cardFields(request.card), ...saveCardFields(request.card) },
  }
}

/** `ReturnUrl` is unused, and older sandboxes require it. */
function debitPayment(request: CardSale): object {
  return {
    Type: 'DebitCard',
    ...authenticationFields(request),
    Authenticate: true,
    ReturnUrl: request.returnUrl,
    DebitCard: cardFields(request.card),
  }
}

function authenticationFields({ authentication }: CardSale): object {
  if (authentication === null) return { Authenticate: false }
  if (authentication.dataOnly) {
    const external = { Eci: authentication.eci, ReferenceID: authentication.referenceId, DataOnly: true }
    return { Authenticate: false, ExternalAuthentication: external }
  }
  const { cavv, xid, eci: Eci, version: Version, referenceId: ReferenceID } = authentication
  const external = { Cavv: cavv ?? undefined, Xid: xid ?? undefined, Eci, Version, ReferenceID }
  return { Authenticate: true, ExternalAuthentication: external }
}

function cardFields(card: CardSale['card']): object {
  const { brand: Brand } = card
  const SecurityCode = card.cvv || undefined
  if (card.type === 'saved_card') {
    const CardOnFile = cardOnFile(card.brand, { Usage: 'Used', Reason: 'Unscheduled' })
    return { CardToken: card.acquirerToken, Brand, CardOnFile, SecurityCode }
  }
  const ExpirationDate = `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`
  const Holder = cardholderName(card.cardholder)
  return { CardNumber: card.number, Holder, ExpirationDate, Brand, SecurityCode }
}

function saveCardFields(card: CardSale['card']): object {
  if (card.type === 'saved_card') return {}
  return {
    SaveCard: card.save,
    CardOnFile: card.save ? cardOnFile(card.brand, { Usage: 'First' }) : undefined,
  }
}

function cardOnFile(brand: CardBrand, fields: object): object | undefined {
  return cardBrands[brand].sendsCardOnFile ? fields : undefined
}

/** Mastercard wants to know who began a sale with a stored card. */
function initiator(card: CardSale['card']): object | undefined {
  const isStored = card.type === 'saved_card' || card.save
  if (!cardBrands[card.brand].sendsInitiator || !isStored) return undefined
  return { Category: 'C1', Subcategory: 'CredentialsOnFile' }
}

/** Cielo refuses anything but 25 letters and blanks with error 214. */
export function cardholderName(name: string): string {
  return onlyLetters(name).toUpperCase().slice(0, 25).trimEnd()
}

/** Letters and blanks: Cielo accepts nothing else in a name. */
export function onlyLetters(name: string): string {
  return withoutDiacritics(name)
    .replace(/[^a-z]+/gi, ' ')
    .trim()
}

function withoutDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
}

function customerFields(payer: Payer): object {
  return {
    Name: onlyLetters(payer.name).slice(0, 255).trimEnd() || 'Cliente',
    Identity: payer.taxId,
    IdentityType: payer.taxId.length === 11 ? 'CPF' : 'CNPJ',
    Email: payer.email?.slice(0, 255),
    Address: payer.address ? addressFields(payer.address) : undefined,
  }
}

function addressFields(home: NonNullable<Payer['address']>): object {
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
