import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { exitDeadline } from '../../stay.ts'
import { tariffRules } from '../../tariff.ts'
import { deadlineOf } from '../deadline.ts'
import { stayWith } from '../stay.ts'
import { insertSegment, lockTicketAndSegments, type SegmentFacts, type StoredTicket } from '../store.ts'
import { tellGates } from './tellGates.ts'

/** A part of a stay that the portal took money for. */
export type PaidPart = {
  ticketId: number
  n: number
  amountCents: number
  paymentId: number
  paidAt: Date
  /** When the amount was computed; null for a quoted one, which is honoured. */
  pricedAt: Date | null
}

/**
 * Books a paid segment and tells the gates. Answers the exit deadline, null where it does not pay the stay until
 * `pricedAt`; null when the stay does not owe this segment (any more). In the caller's transaction.
 */
export async function paySegment(db: Db, part: PaidPart, now: Date): Promise<Booked | null> {
  return paySegmentOf(db, await lockTicketAndSegments(db, part.ticketId), part, now)
}

type Booked = { exitDeadlineAt: Date | null }

/** The same of a ticket as it stands, which the caller vouches for; asks nothing. */
export async function paySegmentOf(
  db: Db,
  { ticket, segments }: { ticket: StoredTicket; segments: readonly SegmentFacts[] },
  part: PaidPart,
  now: Date,
): Promise<Booked | null> {
  const stay = stayWith(ticket, segments, now)
  // A blocked ticket has been replaced: its money goes back, the replacement owes its own.
  const open = ticket.exited_at === null && ticket.blocked_at === null
  if (stay.segmentN !== part.n || !open) return null
  const { paidAt } = part
  const paidCents = stay.paidCents + part.amountCents
  const { entered_at: enteredAt, time_zone: timeZone } = ticket
  const rules = z.parse(tariffRules, ticket.rules)
  const exitDeadlineAt =
    part.pricedAt === null
      ? exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents: paidCents - ticket.fee_cents })
      : deadlineOf(ticket, { paidAt, paidCents, pricedAt: part.pricedAt })
  const { ticketId, n, amountCents, paymentId } = part
  await insertSegment(db, { ticketId, n, amountCents, source: 'portal', paymentId, paidAt, exitDeadlineAt })
  if (exitDeadlineAt !== null)
    await tellGates(db, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return { exitDeadlineAt }
}
