import type { Db } from '#db/schema.ts'
import type { Stay } from '../../stay.ts'
import { momentOf, stayOf } from '../stay.ts'
import { lockTicket } from '../store.ts'

/** How the stay of a ticket stands at `at`, with the ticket locked until the caller's transaction ends. */
export async function lockStay(db: Db, ticketId: number, at: Date): Promise<Stay> {
  const ticket = await lockTicket(db, ticketId)
  return stayOf(db, ticket, momentOf(ticket, at))
}
