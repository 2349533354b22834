import type { Db } from '#db/schema.ts'
import type { StayState } from '../../stay.ts'
import { stayOf } from '../stay.ts'
import { ticketByCode } from '../store.ts'

/** Null for an unknown code. */
export async function readStay(
  db: Db,
  code: string,
  at: Date,
): Promise<{ enteredAt: Date; state: StayState; until: Date | null } | null> {
  const ticket = await ticketByCode(db, code)
  if (!ticket) return null
  const { state, freeUntil, exitDeadlineAt } = await stayOf(db, ticket, at)
  return { enteredAt: ticket.entered_at, state, until: freeUntil ?? exitDeadlineAt }
}
