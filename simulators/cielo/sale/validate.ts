import { brandNames, cardBrands } from '#acquirer/brands.ts'
import type { ErrorCode } from './errors.ts'
import {
  type CardFields,
  cardOf,
  type CustomerFields,
  type PaymentFields,
  type SaleRequest,
} from './request.ts'

type Rule = readonly [wrong: boolean, code: ErrorCode]

const creditBrands = brandNames.map((brand) => brand.toLowerCase())
const debitBrands = brandNames
  .filter((brand) => cardBrands[brand].takesDebit)
  .map((brand) => brand.toLowerCase())

/** All API errors of a request; empty for a valid one. */
export function validationErrors(request: SaleRequest, now: Date): ErrorCode[] {
  const { merchantorderid: orderId, customer, payment } = request
  return [
    ...failedRules([
      [orderId === '', 122],
      [orderId !== '' && !/^[a-z0-9]{1,50}$/i.test(orderId), 107],
      [!customer, 121],
      [!payment, 119],
    ]),
    ...(customer ? customerErrors(customer) : []),
    ...(payment ? paymentErrors(payment, now) : []),
  ]
}

function customerErrors(customer: CustomerFields): ErrorCode[] {
  const address = customer.address
  return failedRules([
    [customer.name === '', 105],
    // The code was not recorded; accents pass here, which may differ at Cielo.
    [/[^\p{L}\p{M} ]/u.test(customer.name), 105],
    [customer.name.length > 255, 155],
    [customer.identity.length > 14, 156],
    [customer.identitytype.length > 4, 157],
    [customer.email.length > 255, 158],
    [isLonger(address?.street, 255), 147],
    [isLonger(address?.number, 15), 148],
    [isLonger(address?.complement, 50), 149],
    [isLonger(address?.zipcode, 9), 150],
    [isLonger(address?.city, 50), 151],
    [isLonger(address?.state, 2), 152],
    [isLonger(address?.country, 35), 153],
  ])
}

function paymentErrors(payment: PaymentFields, now: Date): ErrorCode[] {
  const type = payment.type.toLowerCase()
  const debit = type === 'debitcard'
  if (type === '') return [102]
  if (!debit && type !== 'creditcard') return [173]
  const card = cardOf(payment)
  return [
    ...failedRules([
      [payment.amount === null || payment.amount <= 0, 108],
      [!debit && (payment.installments ?? 0) < 1, 123],
      [card === null, 124],
    ]),
    ...(card ? cardErrors(card, now) : []),
    ...(card ? brandErrors(card.brand, debit ? debitBrands : creditBrands) : []),
  ]
}

/** A card by token only has a security code. */
export function cardErrors(card: Omit<CardFields, 'cardonfile'>, now: Date): ErrorCode[] {
  const codeTooLong: Rule = [card.securitycode.length > 4, 146]
  if (card.cardtoken !== '') return failedRules([codeTooLong])
  return failedRules([
    [card.cardnumber === '', 118],
    [card.cardnumber.length > 19, 128],
    [/\D/.test(card.cardnumber), 127],
    [/^\d{1,12}$/.test(card.cardnumber), 213],
    [card.holder === '', 117],
    [!/^[a-z ]*$/i.test(card.holder), 214],
    [card.expirationdate === '', 125],
    [card.expirationdate !== '' && !isFuture(card.expirationdate, now), 126],
    codeTooLong,
  ])
}

export function brandErrors(brand: string, accepted: readonly string[] = creditBrands): ErrorCode[] {
  return failedRules([
    [brand === '', 182],
    [brand !== '' && !accepted.includes(brand.toLowerCase()), 185],
  ])
}

/** MM/YYYY; the last month counts. */
function isFuture(expiration: string, now: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(expiration) ?? []
  if (month === undefined || year === undefined) return false
  return Date.UTC(Number(year), Number(month), 1) > now.getTime()
}

function isLonger(text: string | undefined, limit: number): boolean {
  return (text?.length ?? 0) > limit
}

function failedRules(rules: readonly Rule[]): ErrorCode[] {
  return rules.flatMap(([wrong, code]) => (wrong ? [code] : []))
}
