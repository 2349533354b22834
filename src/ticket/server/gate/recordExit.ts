import type { Db, Tx } from '#db/schema.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { countedCentsOf, type Stay } from '../../stay.ts'
import { flagOverpaymentAtExit } from '../overpaid/flagOverpayment.ts'
import { clampToEntrance, readStayInput } from '../stay.ts'
import { ticketAuditEntry, getTicket, type StoredTicket } from '../store.ts'
import { publishGateEvent } from './publishGateEvent.ts'

/** An exit that is reported later than this counts as late; clock skew and slow networks explain less. */
export const exitReportGraceMs = 5 * minuteMs

/** In the order of n, which has no gaps. */
async function readCountedSegments(db: Db, ticket: StoredTicket): Promise<number[]> {
  const { facts } = await readStayInput(db, ticket)
  return facts.segments.map(countedCentsOf)
}

type CarExit = { gate: string; at: Date; now: Date; actor: string; stay: Stay }

/** Checks overpayment after several payments or a late report. The ticket must be locked. */
export async function recordExit(tx: Tx, ticketId: number, left: CarExit): Promise<void> {
  const ticket = await getTicket(tx, ticketId)
  const at = clampToEntrance(ticket, left.at)
  const isOnTime = left.at >= addMs(left.now, -exitReportGraceMs)
  if (left.stay.nextSegmentN > (isOnTime ? 2 : 1))
    await flagOverpaymentAtExit(tx, ticket, { ...left, isOnTime })
  const { dueCents, paidCents } = left.stay
  if (dueCents > 0) {
    const unpaid = { ticket_id: ticketId, cost_cents: dueCents + paidCents, at, counted_at: left.now }
    const counted_cents = await readCountedSegments(tx, ticket)
    await tx
      .insertInto('unpaid_exit')
      .values({ ...unpaid, counted_cents })
      .execute()
  }
  const closed = { exited_at: at, exit_gate: left.gate }
  await tx.updateTable('ticket').set(closed).where('id', '=', ticketId).execute()
  const after = { exited_at: at, gate: left.gate }
  await audit(tx, { ...ticketAuditEntry(ticketId, left.actor, left.now), action: 'exited', after })
  await publishGateEvent(tx, { kind: 'opened', ticket, deadlineAt: left.stay.exitDeadlineAt, at: left.now })
}
