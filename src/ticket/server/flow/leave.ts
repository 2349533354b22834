import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import type { Stay } from '../../stay.ts'
import { stayOf } from '../stay.ts'
import {
  closeTicket,
  lockTicket,
  type StoredTicket,
  ticketByCode,
  ticketById,
  ticketInside,
} from '../store.ts'
import { tellGates } from './tellGates.ts'

/** The ticket that a gate names; `inside` are the tickets of cars that have not left. */
export type Named = { code: string } | { plate: string; lotId: number }

export type TicketAtGate = { id: number; code: string; lotId: number; timeZone: string }

/** The ticket that a gate read, if there is one. A plate finds the newest whose car is still in the lot. */
export async function ticketAtGate(db: Db, named: Named): Promise<TicketAtGate | null> {
  const found =
    'code' in named ? await ticketByCode(db, named.code) : await ticketInside(db, named.lotId, named.plate)
  return found ? { id: found.id, code: found.code, lotId: found.lot_id, timeZone: found.time_zone } : null
}

/** How the stay of a ticket stands at `at`, with the ticket locked until the caller's transaction ends. */
export async function holdStay(db: Db, ticketId: number, at: Date): Promise<Stay> {
  await lockTicket(db, ticketId)
  const ticket = await ticketById(db, ticketId)
  return stayOf(db, ticket, momentOf(ticket, at))
}

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

/** The clocks of two gates differ: nobody leaves before they came. */
function momentOf(ticket: StoredTicket, at: Date): Date {
  return later(at, ticket.entered_at)
}
