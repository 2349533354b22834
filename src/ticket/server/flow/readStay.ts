import type { Db } from '#db/schema.ts'
import type { StayState } from '../../stay.ts'
import { stayOf } from '../stay.ts'
import { ticketByCode } from '../store.ts'

/** When a ticket entered and its state at `at`, without opening a quote; null when there is no such ticket. */
export async function readStay(
  db: Db,
  code: string,
  at: Date,
): Promise<{ enteredAt: Date; state: StayState } | null> {
  const ticket = await ticketByCode(db, code)
  if (!ticket) return null
  return { enteredAt: ticket.entered_at, state: (await stayOf(db, ticket, at)).state }
}
