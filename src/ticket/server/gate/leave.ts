import type { Tx } from '#db/schema.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import type { Stay } from '../../stay.ts'
import { openTwiceAtExit } from '../overpaid/flagOverpayment.ts'
import { momentOf } from '../stay.ts'
import { closeTicket, ticketById } from '../store.ts'
import { publishGateEvent } from './publishGateEvent.ts'

/** An exit that is told later than clocks differ and lines are slow: what was paid meanwhile was paid for a car that had left. */
export const onTimeMs = 5 * minuteMs

/**
 * The car has left through `gate` at `at`: closes the ticket and tells the other gates. What was paid too much by then is
 * looked for once more, where more than one payment was made, or the exit is told late: `at` may lie before what was told of
 * them, and before any payment. In the caller's transaction, with the ticket locked.
 */
export async function leave(
  db: Tx,
  ticketId: number,
  left: { gate: string; at: Date; now: Date; actor: string; stay: Stay },
): Promise<void> {
  const ticket = await ticketById(db, ticketId)
  const at = momentOf(ticket, left.at)
  const isOnTime = left.at >= plus(left.now, -onTimeMs)
  if (left.stay.segmentN > (isOnTime ? 2 : 1)) await openTwiceAtExit(db, ticket, { ...left, isOnTime })
  await closeTicket(db, ticketId, { at, gate: left.gate })
  await audit(db, {
    at: left.now,
    actor: left.actor,
    subject: 'ticket',
    subjectId: String(ticketId),
    action: 'exited',
    before: null,
    after: { exited_at: at, gate: left.gate },
  })
  await publishGateEvent(db, { kind: 'opened', ticket, deadlineAt: left.stay.exitDeadlineAt, at: left.now })
}
