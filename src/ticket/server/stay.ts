import * as z from 'zod/mini'
import type { Db, Tx } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { countedCents } from '#payment/paymentMoney.ts'
import { parsePaymentMoney } from '#payment/server/ledger/paymentMoney.ts'
import { type Stay, stayAt, type StayFacts, type StayTerms, exitDeadline } from '../stay.ts'
import { tariffRules, computePrice } from '../tariff.ts'
import { type SegmentFacts, listSegments, type StoredTicket, lockTicketAndSegments } from './store.ts'

export type StayInput = { facts: StayFacts; terms: StayTerms }

export async function readStayInput(db: Db, ticket: StoredTicket): Promise<StayInput> {
  return stayInputOf(ticket, await listSegments(db, ticket.id))
}

export function stayInputOf(ticket: StoredTicket, segments: readonly SegmentFacts[]): StayInput {
  const terms = { rules: z.parse(tariffRules, ticket.rules), timeZone: ticket.time_zone }
  return { facts: stayFactsOf(ticket, segments), terms }
}

type StayRow = Pick<StoredTicket, 'entered_at' | 'exited_at' | 'blocked_at' | 'fee_cents'>

export function stayFactsOf(ticket: StayRow, segments: readonly SegmentFacts[]): StayFacts {
  return {
    enteredAt: ticket.entered_at,
    exitedAt: ticket.exited_at,
    blockedAt: ticket.blocked_at,
    feeCents: ticket.fee_cents,
    segments: segments.map((segment) => ({
      n: segment.n,
      amountCents: segment.amount_cents,
      countedCents: countedCents(segment.amount_cents, parsePaymentMoney(segment.money)),
      paidAt: segment.paid_at,
      exitDeadlineAt: segment.exit_deadline_at,
      waived: segment.source === 'waiver',
      undoneAt: segment.undone_at,
    })),
  }
}

export async function readStay(db: Db, ticket: StoredTicket, at: Date): Promise<Stay> {
  return stayFromRows(ticket, await listSegments(db, ticket.id), at)
}

export function stayFromRows(ticket: StoredTicket, segments: readonly SegmentFacts[], at: Date): Stay {
  const { facts, terms } = stayInputOf(ticket, segments)
  return stayAt(facts, terms, at)
}

/** Gate clocks differ: an exit is never before the entrance. */
export function clampToEntrance(ticket: StoredTicket, at: Date): Date {
  return later(at, ticket.entered_at)
}

/**
 * 'Sair até' after a portal payment or waiver; null if `paidCents` is below the price at `pricedAt`
 * (docs/spec.md#r41). `pricedAt` is null for a quoted amount, which is honoured.
 */
export function portalExitDeadline(
  ticket: StoredTicket,
  { paidAt, paidCents, pricedAt }: { paidAt: Date; paidCents: number; pricedAt: Date | null },
): Date | null {
  const rules = z.parse(tariffRules, ticket.rules)
  const forStayCents = paidCents - ticket.fee_cents
  const { entered_at: enteredAt, time_zone: timeZone } = ticket
  const at = pricedAt && later(pricedAt, enteredAt)
  if (at && computePrice(rules, { enteredAt, at, timeZone }).amountCents > forStayCents) return null
  return exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents: forStayCents })
}

/** Locks the ticket until the transaction ends. */
export async function lockStay(tx: Tx, ticketId: number, at: Date): Promise<Stay> {
  const { ticket, segments } = await lockTicketAndSegments(tx, ticketId)
  return stayFromRows(ticket, segments, clampToEntrance(ticket, at))
}
