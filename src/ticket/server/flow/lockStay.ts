import type { Tx } from '#db/schema.ts'
import type { Stay } from '../../stay.ts'
import { momentOf, stayWith } from '../stay.ts'
import { lockTicketAndSegments } from '../store.ts'

/** How the stay of a ticket stands at `at`, with the ticket locked until the caller's transaction ends. */
export async function lockStay(db: Tx, ticketId: number, at: Date): Promise<Stay> {
  const { ticket, segments } = await lockTicketAndSegments(db, ticketId)
  return stayWith(ticket, segments, momentOf(ticket, at))
}
