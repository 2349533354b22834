import type { Tx } from '#db/schema.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { countedCentsOf, type Stay, stayAt, withoutUndone } from '../../stay.ts'
import { flagOverpaymentAtExit } from '../overpaid/flagOverpayment.ts'
import { clampToEntrance, readStayInput } from '../stay.ts'
import { ticketAuditEntry, getTicket, type StoredTicket } from '../store.ts'
import { publishGateEvent } from './publishGateEvent.ts'

/** An exit that is reported later than this counts as late; clock skew and slow networks explain less. */
export const exitReportGraceMs = 5 * minuteMs

type CarExit = { gate: string; at: Date; now: Date; actor: string; stay: Stay }

async function recordUnpaidExit(tx: Tx, ticket: StoredTicket, { stay, at, now }: CarExit): Promise<void> {
  const { facts, terms } = await readStayInput(tx, ticket)
  const { dueCents, paidCents } = stay.countsUndone ? stayAt(withoutUndone(facts), terms, at) : stay
  if (dueCents === 0) return
  // In the order of n, which has no gaps.
  const counted_cents = facts.segments.map(countedCentsOf)
  const unpaid = { ticket_id: ticket.id, cost_cents: dueCents + paidCents, at, counted_at: now }
  await tx
    .insertInto('unpaid_exit')
    .values({ ...unpaid, counted_cents })
    .execute()
}

/**
 * Checks overpayment after several payments or a late report. A take that was undone pays nothing, also within the
 * five minutes in which it opens the gate. The ticket must be locked.
 */
export async function recordExit(tx: Tx, ticketId: number, left: CarExit): Promise<void> {
  const ticket = await getTicket(tx, ticketId)
  const at = clampToEntrance(ticket, left.at)
  const isOnTime = left.at >= addMs(left.now, -exitReportGraceMs)
  if (left.stay.nextSegmentN > (isOnTime ? 2 : 1))
    await flagOverpaymentAtExit(tx, ticket, { ...left, isOnTime })
  if (left.stay.dueCents > 0 || left.stay.countsUndone) await recordUnpaidExit(tx, ticket, { ...left, at })
  const closed = { exited_at: at, exit_gate: left.gate }
  await tx.updateTable('ticket').set(closed).where('id', '=', ticketId).execute()
  const after = { exited_at: at, gate: left.gate }
  await audit(tx, { ...ticketAuditEntry(ticketId, left.actor, left.now), action: 'exited', after })
  await publishGateEvent(tx, { kind: 'opened', ticket, deadlineAt: left.stay.exitDeadlineAt, at: left.now })
}
