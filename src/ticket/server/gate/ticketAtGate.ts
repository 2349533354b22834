import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { ticketByCode, ticketInside } from '../store.ts'
import { exitReportGraceMs } from './recordExit.ts'

export type TicketReference = { code: string } | { plate: string; lotId: number }

export type TicketAtGate = { id: number; code: string; lotId: number; timeZone: string; enteredAt: Date }

/**
 * The ticket that a gate read at `at`. A plate finds the newest open ticket entered by then, or else shortly
 * after, because gate clocks differ.
 */
export async function ticketAtGate(db: Db, named: TicketReference, at: Date): Promise<TicketAtGate | null> {
  const found =
    'code' in named
      ? await ticketByCode(db, named.code)
      : await ticketInside(db, { ...named, at, latest: plus(at, exitReportGraceMs) })
  if (!found) return null
  const { id, code, lot_id: lotId, time_zone: timeZone, entered_at: enteredAt } = found
  return { id, code, lotId, timeZone, enteredAt }
}
