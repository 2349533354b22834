import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { methods, type PaymentType } from '#payment/method.ts'
import { openPayment } from '#payment/server/flow/openPayment.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'
import { stayOf } from '../stay.ts'
import { liveQuote, type StoredTicket, ticketByCode } from '../store.ts'
import { alreadyPaid } from '../view.ts'
import { quoteTicket } from './lookUpTicket.ts'

type Deps = { db: Db; clock: Clock; subject: PaymentSubject }
export type Asked = { code: string; value: number | string; paymentType: PaymentType }
type Payer = { sessionHash: string; userId: number | null }

/**
 * Freezes the quoted amount in a transaction. The client's value is a check, never the price
 * (docs/rulings.md#r8). Throws `price_changed` with the fresh ticket, `already_paid` with the exit
 * deadline, `nothing_due`, `ticket_not_found`, `ticket_exited`, `ticket_blocked`.
 */
export async function createTransaction(deps: Deps, asked: Asked, by: Payer): Promise<WireTransaction> {
  const amountCents = parseReais(asked.value)
  if (amountCents === null) throw invalid({ ticket_value: ['Valor inválido.'] })
  const ticket = await ticketByCode(deps.db, asked.code)
  if (!ticket) throw fail('ticket_not_found')

  const quote = await quoteFor(deps, ticket, amountCents)
  return openBill(deps, ticket, { ...quote, amountCents, paymentType: asked.paymentType }, by)
}

/**
 * A transaction for what a ticket owes at this instant, for who was shown no price before; null when it owes nothing
 * (any more).
 */
export async function chargeDue(deps: Deps, code: string, by: Payer): Promise<WireTransaction | null> {
  const ticket = await ticketByCode(deps.db, code)
  if (!ticket) throw new Error(`there is no ticket ${code}`)
  const { dueCents, segmentN, lines, quoteExpiresAt } = await stayOf(deps.db, ticket, deps.clock.now())
  if (dueCents === 0 || quoteExpiresAt === null) return null
  const price = { segmentN, lines, expiresAt: quoteExpiresAt, amountCents: dueCents }
  return openBill(deps, ticket, { ...price, paymentType: methods.credit.wire }, by)
}

type Price = {
  segmentN: number
  lines: object
  expiresAt: Date
  amountCents: number
  paymentType: PaymentType
}

async function openBill(
  deps: Deps,
  ticket: StoredTicket,
  { segmentN, lines, expiresAt, amountCents, paymentType }: Price,
  by: Payer,
): Promise<WireTransaction> {
  const payment = await openPayment(
    deps.db,
    {
      ticketId: ticket.id,
      ticketCode: ticket.code,
      lotId: ticket.lot_id,
      timeZone: ticket.time_zone,
      segmentN,
      amountCents,
      breakdown: lines,
      priceExpiresAt: expiresAt,
      paymentType,
    },
    { ...by, now: deps.clock.now() },
  )
  return readPayment(deps, { token: payment.token, userId: by.userId })
}

async function quoteFor(deps: Deps, ticket: StoredTicket, amountCents: number) {
  const now = deps.clock.now()
  const stay = await stayOf(deps.db, ticket, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  if (stay.state === 'blocked') throw fail('ticket_blocked')
  if (stay.state === 'paid') throw alreadyPaid(ticket, stay, now)
  if (stay.dueCents === 0) throw fail('nothing_due')
  const of = { ticketId: ticket.id, segmentN: stay.segmentN, amountCents, now }
  const quote = await liveQuote(deps.db, of)
  if (!quote) {
    const data = await quoteTicket(deps, ticket.code)
    throw fail('price_changed', { data })
  }
  const lines: object = Array.isArray(quote.breakdown) ? quote.breakdown : []
  return { segmentN: stay.segmentN, lines, expiresAt: quote.expires_at }
}
