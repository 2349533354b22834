import { parsePaymentMoney } from '#payment/server/ledger/paymentMoney.ts'
import type { Db, Tx } from '#db/schema.ts'
import type { Payment } from '#payment/server/store.ts'
import { readAcceptedCents } from '#review/server/keptMoneyCases.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import {
  getTicket,
  lockTicket,
  portalPaymentIds,
  readStayRows,
  type SegmentRow,
  type StayRows,
  type StoredTicket,
} from '../store.ts'

type PaymentOfStay = Pick<Payment, 'id'>

export async function readStayOver(db: Db, { id }: PaymentOfStay, now: Date): Promise<number> {
  const ticketId = await findStayOfPayment(db, id)
  return ticketId === null ? 0 : computeOver(db, await getTicket(db, ticketId), now)
}

export async function lockStayOver(tx: Tx, { id }: PaymentOfStay, now: Date): Promise<number> {
  const ticketId = await findStayOfPayment(tx, id)
  return ticketId === null ? 0 : computeOver(tx, await lockTicket(tx, ticketId), now)
}

/** Less what staff kept by accepting a case. */
async function computeOver(db: Db, ticket: StoredTicket, now: Date): Promise<number> {
  const rows = await readStayRows(db, ticket)
  const { facts, terms } = stayInputOf(ticket, rows)
  const excessCents = overpaidCents(facts, terms, clampToEntrance(ticket, now))
  if (excessCents === 0) return 0
  return Math.max(0, excessCents - (await readAcceptedCents(db, portalPaymentIds(rows.segments))))
}

/**
 * Centavos that machines or tills took beyond what a stay with validations owed; 0 where a payment of the portal has the
 * case.
 */
export function overpaidAtCounterCents(ticket: StoredTicket, rows: StayRows<SegmentRow>, now: Date): number {
  if (!rows.validations.some(({ granted_cents: cents }) => cents !== null)) return 0
  if (rows.segments.some(keepsPortalMoney)) return 0
  const { facts, terms } = stayInputOf(ticket, rows)
  return overpaidCents(facts, terms, clampToEntrance(ticket, now))
}

function keepsPortalMoney({ money }: SegmentRow): boolean {
  const known = parsePaymentMoney(money)
  return known !== null && known.takenCents > known.returnedCents + known.returningCents
}

/** The replacement's after a lost ticket. */
async function findStayOfPayment(db: Db, paymentId: number): Promise<number | null> {
  const paid = db.selectFrom('paid_segment').select('ticket_id').where('payment_id', '=', paymentId)
  return (await paid.executeTakeFirst())?.ticket_id ?? null
}
