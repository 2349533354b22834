import type { Db } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import type { Stay } from '../../stay.ts'
import { openTwiceAtExit } from '../overpaid/openTwice.ts'
import { momentOf } from '../stay.ts'
import { closeTicket, ticketById } from '../store.ts'
import { tellGates } from './tellGates.ts'

/**
 * The car has left through `gate` at `at`: closes the ticket and tells the other gates. What was paid twice by then is looked
 * for once more, where more than one payment was made: `at` may lie before what was told of them. In the caller's
 * transaction, with the ticket locked.
 */
export async function leave(
  db: Db,
  ticketId: number,
  left: { gate: string; at: Date; now: Date; actor: string; stay: Stay },
): Promise<void> {
  const ticket = await ticketById(db, ticketId)
  const at = momentOf(ticket, left.at)
  if (left.stay.segmentN > 2) await openTwiceAtExit(db, ticket, left)
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
  await tellGates(db, { kind: 'opened', ticket, deadlineAt: left.stay.exitDeadlineAt, at: left.now })
}
