import { dayMs } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { authenticationCards } from '../demoCards.ts'
import { type Details, type StoredCard, noDetails, type Sale, type Verdict } from '../ledger/records.ts'
import type { SimulatorContext } from '../context.ts'
import type { CardFields, PaymentFields, SaleRequest } from './request.ts'
import { debitVerdict, readExternal } from '../../threeds/externalAuthentication.ts'
import { approval, verdictAfterAuthentication, verdictByLastDigit } from './verdict.ts'

/** A checked request with its card, typed or saved. */
export type ValidOrder = { request: SaleRequest; payment: PaymentFields; card: CardFields; kept: StoredCard }

/** The first six digits, stars, the last four. */
export function maskCardNumber(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`
}

/** The sale after the simulated issuer's answer; not stored yet. */
export function makeSale(context: SimulatorContext, order: ValidOrder): Sale {
  const { request, payment, card, kept } = order
  const debit = payment.type.toLowerCase() === 'debitcard'
  const sale: Sale = {
    paymentId: randomUUID(),
    orderId: request.merchantorderid,
    type: debit ? 'DebitCard' : 'CreditCard',
    customerName: request.customer?.name ?? '',
    amount: payment.amount ?? 0,
    authorised: 0,
    captured: 0,
    voided: 0,
    status: 0,
    returnCode: '0',
    returnMessage: '',
    // Both lengths were recorded.
    tid: isOf(kept, 'master') ? decimals(13) : decimals(20),
    proofOfSale: digits(),
    authorizationCode: null,
    installments: payment.installments ?? 1,
    capture: debit || payment.capture,
    softDescriptor: payment.softdescriptor === '' ? null : payment.softdescriptor,
    card: kept,
    saveCard: card.savecard,
    cardToken: card.cardtoken === '' ? null : card.cardtoken,
    authenticate: payment.authenticate,
    external: readExternal(payment.externalauthentication),
    returnUrl: null,
    pending: null,
    createdAt: context.clock.now().toISOString(),
    capturedAt: null,
    voidedAt: null,
    details: detailsOf(context, order),
  }
  const number = card.cardnumber === '' ? kept.maskedNumber : card.cardnumber
  if (!debit) return withVerdict(sale, creditVerdict(number, sale.capture), context.clock.now())
  const { authenticate, returnurl: returnUrl } = payment
  // As until 2024: earlier releases of the portal left such sales open.
  if (returnUrl !== '' && context.faults.take('debit') === 'bank_page')
    return { ...sale, returnUrl, pending: verdictAfterAuthentication(number) }
  const verdict = debitVerdict(number, { brand: kept.brand, authenticate, external: sale.external ?? null })
  return withVerdict(sale, verdict, context.clock.now())
}

/** Approved sales get a card token when requested. */
export function withVerdict(sale: Sale, verdict: Verdict, now: Date): Sale {
  const { approved, returnCode, returnMessage } = verdict
  const after = { ...sale, pending: null, returnCode, returnMessage }
  if (!approved) return { ...after, status: 3 }
  const held = {
    ...after,
    status: 1,
    authorised: sale.amount,
    authorizationCode: digits(),
    details: { ...sale.details, ...issuerIds(sale.card) },
    cardToken: sale.cardToken ?? (sale.saveCard ? randomUUID() : null),
  }
  return sale.capture ? { ...held, status: 2, captured: sale.amount, capturedAt: now.toISOString() } : held
}

function creditVerdict(number: string, capture: boolean): Verdict {
  return lookUp(authenticationCards, number) ? approval(capture) : verdictByLastDigit(number, capture)
}

function detailsOf(context: SimulatorContext, { request, payment, card }: ValidOrder): Details {
  const { cardonfile: onFile, cardtoken } = card
  const { initiatedtransactionindicator: initiated } = payment
  return {
    ...noDetails,
    sentOrderId: needsOwnNumber(context, request.merchantorderid) ? decimals(20) : null,
    byToken: cardtoken !== '',
    cardOnFile: onFile
      ? { Usage: onFile.usage, ...(onFile.reason === '' ? {} : { Reason: onFile.reason }) }
      : null,
    initiated: initiated ? { Category: initiated.category, Subcategory: initiated.subcategory } : null,
  }
}

/** Cielo's acquirer takes 20 characters, and each number once a day. */
function needsOwnNumber({ ledger, clock }: SimulatorContext, orderId: string): boolean {
  const dayAgo = clock.now().getTime() - dayMs
  return orderId.length > 20 || ledger.salesOf(orderId).some((sale) => Date.parse(sale.createdAt) > dayAgo)
}

/** Issuer ids of an approved sale, for brands that have them. */
function issuerIds(card: StoredCard): Partial<Details> {
  const isMaster = isOf(card, 'master')
  if (!isMaster && !isOf(card, 'visa')) return {}
  const known = { issuerTransactionId: decimals(15), accountReference: `V${decimals(28)}` }
  return isMaster ? { ...known, transactionLinkId: randomBytes(16).toString('base64url') } : known
}

function isOf({ brand }: StoredCard, name: string): boolean {
  return brand.toLowerCase() === name
}

function digits(): string {
  return decimals(6)
}

function decimals(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
