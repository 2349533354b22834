import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { type PaidSegment, type Stay, stayAt, type StayFacts, type StayTerms } from '../stay.ts'
import { tariffRules } from '../tariff.ts'
import { type SegmentFacts, segmentsOf, type StoredTicket } from './store.ts'

/** What the price of a stored ticket is computed from. */
export type Priceable = { facts: StayFacts; terms: StayTerms }

export async function priceableOf(db: Db, ticket: StoredTicket): Promise<Priceable> {
  return priceableWith(ticket, await segmentsOf(db, ticket.id))
}

/** The same of a ticket whose segments have been read. */
export function priceableWith(ticket: StoredTicket, segments: readonly SegmentFacts[]): Priceable {
  const facts = {
    enteredAt: ticket.entered_at,
    exitedAt: ticket.exited_at,
    blockedAt: ticket.blocked_at,
    feeCents: ticket.fee_cents,
    segments: segments.map(paidSegmentOf),
  }
  return { facts, terms: { rules: z.parse(tariffRules, ticket.rules), timeZone: ticket.time_zone } }
}

/** What a stored segment paid. */
export function paidSegmentOf(segment: SegmentFacts): PaidSegment {
  return {
    n: segment.n,
    amountCents: segment.amount_cents,
    paidAt: segment.paid_at,
    exitDeadlineAt: deadlineIn(segment),
    waived: segment.source === 'waiver',
  }
}

/**
 * The exit deadline of a stored part; null where it gave none. A release before stored an instant before `paid_at` for that
 * (docs/spec.md#r41).
 */
export function deadlineIn(segment: Pick<SegmentFacts, 'paid_at' | 'exit_deadline_at'>): Date | null {
  const { paid_at: paidAt, exit_deadline_at: deadlineAt } = segment
  return deadlineAt === null || deadlineAt < paidAt ? null : deadlineAt
}

/** The state of a stored ticket at an instant, computed from its facts; nothing is swept. */
export async function stayOf(db: Db, ticket: StoredTicket, at: Date): Promise<Stay> {
  return stayWith(ticket, await segmentsOf(db, ticket.id), at)
}

/** The same, of segments that have been read. */
export function stayWith(ticket: StoredTicket, segments: readonly SegmentFacts[], at: Date): Stay {
  const { facts, terms } = priceableWith(ticket, segments)
  return stayAt(facts, terms, at)
}

/** The clocks of two gates differ: nobody leaves before they came. */
export function momentOf(ticket: StoredTicket, at: Date): Date {
  return later(at, ticket.entered_at)
}
