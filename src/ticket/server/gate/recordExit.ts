import type { Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { countedCentsOf, exitReportGraceMs, type Stay, stayAt, withoutUndone } from '../../stay.ts'
import { flagOverpaymentAtExit } from '../overpaid/flagOverpayment.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import { getTicket, readStayRows, type StayRows, type StoredTicket, ticketAuditEntry } from '../store.ts'
import { fixValidations } from './fixValidations.ts'
import { publishGateEvent } from './publishGateEvent.ts'

type CarExit = { gate: string; at: Date; now: Date; actor: string; stay: Stay }

type UnpaidExit = CarExit & { rows: StayRows }

async function recordUnpaidExit(tx: Tx, ticket: StoredTicket, { rows, stay, at, now }: UnpaidExit) {
  const { facts, terms } = stayInputOf(ticket, rows)
  const isAsAnswered = !stay.countsUndone && rows.validations.length === 0
  const { dueCents, paidCents } = isAsAnswered ? stay : stayAt(withoutUndone(facts), terms, at)
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
 * Fixes the ticket's validations, and checks overpayment after several payments, a validation or a late report. A take
 * that was undone pays nothing, also within the five minutes in which it opens the gate. The ticket must be locked.
 */
export async function recordExit(tx: Tx, ticketId: number, left: CarExit): Promise<void> {
  const ticket = await getTicket(tx, ticketId)
  const at = clampToEntrance(ticket, left.at)
  const rows = await fixValidations(tx, ticket, await readStayRows(tx, ticket), { ...left, isTold: true })
  const isOnTime = left.at >= addMs(left.now, -exitReportGraceMs)
  const isValidated = rows.validations.length > 0
  if (left.stay.nextSegmentN > (isOnTime && !isValidated ? 2 : 1))
    await flagOverpaymentAtExit(tx, ticket, { ...left, isOnTime })
  if (left.stay.dueCents > 0 || left.stay.countsUndone || isValidated)
    await recordUnpaidExit(tx, ticket, { ...left, at, rows })
  const closed = { exited_at: at, exit_gate: left.gate }
  await tx.updateTable('ticket').set(closed).where('id', '=', ticketId).execute()
  const after = { exited_at: at, gate: left.gate }
  await audit(tx, { ...ticketAuditEntry(ticketId, left.actor, left.now), action: 'exited', after })
  const deadlineAt = left.stay.exitDeadlineAt ?? left.stay.coveredUntil
  await publishGateEvent(tx, { kind: 'opened', ticket, deadlineAt, at: left.now })
}
