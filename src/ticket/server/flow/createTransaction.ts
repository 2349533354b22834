import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import type { WireTransaction } from '#payment/contract.ts'
import type { PaymentType } from '#payment/method.ts'
import { openPayment } from '#payment/server/flow/openPayment.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'
import { stayOf } from '../stay.ts'
import { liveQuote, type StoredTicket, ticketByCode } from '../store.ts'
import { alreadyPaid } from '../view.ts'
import { lookUpTicket } from './lookUpTicket.ts'

type Deps = { db: Db; clock: Clock; subject: PaymentSubject }
export type Asked = { code: string; value: number | string; paymentType: PaymentType }

/**
 * Freezes the quoted amount in a transaction. The client's value is a check, never the price (behaviour.md
 * R8). Throws `price_changed` with the fresh ticket, `already_paid` with the exit deadline, `nothing_due`,
 * `ticket_not_found`, `ticket_exited`, `ticket_blocked`.
 */
export async function createTransaction(
  deps: Deps,
  asked: Asked,
  by: { sessionHash: string; userId: number | null },
): Promise<WireTransaction> {
  const amountCents = parseReais(asked.value)
  if (amountCents === null) throw invalid({ ticket_value: ['Valor inválido.'] })
  const ticket = await ticketByCode(deps.db, asked.code)
  if (!ticket) throw fail('ticket_not_found')

  const quote = await quoteFor(deps, ticket, amountCents)

  const payment = await openPayment(
    deps.db,
    {
      ticketId: ticket.id,
      ticketCode: ticket.code,
      lotId: ticket.lot_id,
      timeZone: ticket.time_zone,
      segmentN: quote.segmentN,
      amountCents,
      breakdown: quote.lines,
      priceExpiresAt: quote.expiresAt,
      paymentType: asked.paymentType,
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
    const data = await lookUpTicket(deps, { code: ticket.code, confirmReserve: false })
    throw fail('price_changed', { data })
  }
  const lines: object = Array.isArray(quote.breakdown) ? quote.breakdown : []
  return { segmentN: stay.segmentN, lines, expiresAt: quote.expires_at }
}
