import type { Tx } from '#db/schema.ts'
import type { Stay } from '../../stay.ts'
import { clampToEntrance, stayWith } from '../stay.ts'
import { lockTicketAndSegments } from '../store.ts'

/** Locks the ticket until the transaction ends. */
export async function lockStay(tx: Tx, ticketId: number, at: Date): Promise<Stay> {
  const { ticket, segments } = await lockTicketAndSegments(tx, ticketId)
  return stayWith(ticket, segments, clampToEntrance(ticket, at))
}
