import { fail, invalid } from '#kit/fail.ts'
import { parseReais } from '#kit/money.ts'
import { methodByNumber, methods, type PaymentType } from '#payment/method/method.ts'
import { openPayment } from '#payment/server/flow/openPayment.ts'
import { wireForBearer } from '#payment/server/flow/readPayment.ts'
import { type HonouredPrice, findHonouredPrice } from '../../quote/honouredPrice.ts'
import { stayAt } from '../../stay.ts'
import { readStayInput } from '../stay.ts'
import { findTicketByCode } from '../store.ts'
import type { TicketDeps } from '../deps.ts'
import { alreadyPaidFailure, wireTicket } from '../view.ts'
import { type TicketSummary, stayOfSnapshot, type TicketSnapshot } from '../ticketSnapshot.ts'
import { findTicketWithinLimit, type TicketCaller } from './lookUpTicket.ts'

type Deps = Pick<TicketDeps, 'db' | 'clock' | 'subject'>
type TransactionRequest = { code: string; value: number | string; paymentType: PaymentType }
type PaymentOwner = { sessionHash: string; userId: number | null }

/**
 * Freezes a price that was due in the last 5 minutes (docs/spec.md#r8, docs/spec.md#r21). Throws `price_changed`,
 * `already_paid`, `nothing_due`, `ticket_not_found`, `ticket_exited`, `ticket_blocked`, `method_closed`,
 * `not_configured`.
 */
export async function createTransaction(deps: TicketDeps, asked: TransactionRequest, by: TicketCaller) {
  const amountCents = parseReais(asked.value)
  if (amountCents === null) throw invalid({ ticket_value: ['Valor inválido.'] })
  const { snapshot, now } = await findTicketWithinLimit(deps, asked.code, by)
  const price = priceToFreeze(snapshot, { amountCents, now })
  await deps.assertConfigured()
  if (!(await deps.methods()).includes(methodByNumber(asked.paymentType))) throw fail('method_closed')
  const { sessionHash, userId } = by
  const { paymentType } = asked
  return createPayment(deps, snapshot.ticket, { ...price, paymentType }, { sessionHash, userId })
}

/** Freezes the amount due now; null if nothing is due. */
export async function createTransactionForDue(deps: Deps, code: string, by: PaymentOwner) {
  const ticket = await findTicketByCode(deps.db, code)
  if (!ticket) throw new Error(`there is no ticket ${code}`)
  const { facts, terms } = await readStayInput(deps.db, ticket)
  const now = deps.clock.now()
  const { dueCents: amountCents } = stayAt(facts, terms, now)
  const price = findHonouredPrice(facts, terms, { amountCents, now })
  return price && createPayment(deps, ticket, { ...price, amountCents, paymentType: methods.credit.wire }, by)
}

type FrozenPrice = HonouredPrice & { amountCents: number; paymentType: PaymentType }

async function createPayment(deps: Deps, ticket: TicketSummary, price: FrozenPrice, by: PaymentOwner) {
  const { lines: breakdown, expiresAt: priceExpiresAt, segmentN, amountCents, paymentType } = price
  const { id: ticketId, code: ticketCode, lot_id: lotId, time_zone: timeZone } = ticket
  const stay = { ticketId, ticketCode, lotId, timeZone, segmentN }
  const bill = { ...stay, amountCents, breakdown, priceExpiresAt, paymentType }
  const opened = await openPayment(deps.db, bill, { ...by, now: deps.clock.now() })
  return wireForBearer(deps, opened, by)
}

function priceToFreeze(snapshot: TicketSnapshot, { amountCents, now }: { amountCents: number; now: Date }) {
  const { ticket, facts, terms } = snapshot
  const stay = stayOfSnapshot(snapshot, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  if (stay.state === 'blocked') throw fail('ticket_blocked')
  if (stay.state === 'paid') throw alreadyPaidFailure(ticket, stay, now)
  if (stay.dueCents === 0) throw fail('nothing_due')
  const honoured = findHonouredPrice(facts, terms, { amountCents, now })
  if (!honoured) throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, now) } })
  return { ...honoured, amountCents }
}
