import { lookUp } from '#kit/text/lookUp.ts'
import { randomInt, randomUUID } from 'node:crypto'
import { authenticationCards } from '../cards.ts'
import type { KeptCard, Sale, Verdict } from '../ledger/records.ts'
import type { World } from '../world.ts'
import type { CardFields, PaymentFields, SaleRequest } from './request.ts'
import { debitVerdict, externalOf } from './external.ts'
import { approval, verdictAfterAuthentication, verdictByLastDigit } from './verdict.ts'

/** A checked request with the card it names, typed or kept under a token. */
export type Order = { request: SaleRequest; payment: PaymentFields; card: CardFields; kept: KeptCard }

/** A number as Cielo shows it: the first six, stars, the last four. */
export function masked(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`
}

/** Puts a sale to the simulated issuer and answers it as it stands then. Nothing is kept yet. */
export function sell(world: World, order: Order): Sale {
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
    tid: String(randomInt(1, 2 ** 47)).padStart(20, '0'),
    proofOfSale: digits(),
    authorizationCode: null,
    installments: payment.installments ?? 1,
    capture: debit || payment.capture,
    softDescriptor: payment.softdescriptor === '' ? null : payment.softdescriptor,
    card: kept,
    saveCard: card.savecard,
    cardToken: card.cardtoken === '' ? null : card.cardtoken,
    authenticate: payment.authenticate,
    external: externalOf(payment.externalauthentication),
    returnUrl: null,
    pending: null,
    createdAt: world.clock.now().toISOString(),
    capturedAt: null,
    voidedAt: null,
  }
  const number = card.cardnumber === '' ? kept.maskedNumber : card.cardnumber
  if (!debit) return judged(sale, creditVerdict(number, sale.capture), world.clock.now())
  const { authenticate, returnurl: returnUrl } = payment
  // As it was until 2024: what earlier releases of the portal have left open.
  if (returnUrl !== '' && world.faults.take('debit') === 'bank_page')
    return { ...sale, returnUrl, pending: verdictAfterAuthentication(number) }
  const verdict = debitVerdict(number, { brand: kept.brand, authenticate, external: sale.external ?? null })
  return judged(sale, verdict, world.clock.now())
}

/** The sale after the issuer's word. Approved sales that ask for it get a token for their card. */
export function judged(sale: Sale, verdict: Verdict, now: Date): Sale {
  const { approved, returnCode, returnMessage } = verdict
  const after = { ...sale, pending: null, returnCode, returnMessage }
  if (!approved) return { ...after, status: 3 }
  const held = {
    ...after,
    status: 1,
    authorised: sale.amount,
    authorizationCode: digits(),
    cardToken: sale.cardToken ?? (sale.saveCard ? randomUUID() : null),
  }
  return sale.capture ? { ...held, status: 2, captured: sale.amount, capturedAt: now.toISOString() } : held
}

function creditVerdict(number: string, capture: boolean): Verdict {
  return lookUp(authenticationCards, number) ? approval(capture) : verdictByLastDigit(number, capture)
}

function digits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
