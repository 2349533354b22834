import type { Db } from '#db/schema.ts'
import { ticketByCode, ticketInside } from '../store.ts'

/** The ticket that a gate names; `inside` are the tickets of cars that have not left. */
export type Named = { code: string } | { plate: string; lotId: number }

export type TicketAtGate = { id: number; code: string; lotId: number; timeZone: string }

/**
 * The ticket that a gate read at `at`, if there is one. A plate finds the newest whose car is still in the lot and had come by
 * then; else the newest of all, for the clocks of two gates differ.
 */
export async function ticketAtGate(db: Db, named: Named, at: Date): Promise<TicketAtGate | null> {
  const found =
    'code' in named ? await ticketByCode(db, named.code) : await ticketInside(db, { ...named, at })
  return found ? { id: found.id, code: found.code, lotId: found.lot_id, timeZone: found.time_zone } : null
}
