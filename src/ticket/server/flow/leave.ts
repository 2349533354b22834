import type { Db } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { momentOf } from '../stay.ts'
import { closeTicket, ticketById } from '../store.ts'
import { tellGates } from './tellGates.ts'

/** The car has left through `gate` at `at`: closes the ticket and tells the other gates. */
export async function leave(
  db: Db,
  ticketId: number,
  left: { gate: string; at: Date; now: Date; actor: string; deadlineAt: Date | null },
): Promise<void> {
  const ticket = await ticketById(db, ticketId)
  const at = momentOf(ticket, left.at)
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
  await tellGates(db, { kind: 'opened', ticket, deadlineAt: left.deadlineAt, at: left.now })
}
