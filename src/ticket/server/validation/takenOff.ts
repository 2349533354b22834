import type { Db } from '#db/schema.ts'
import { linesOff } from '../../benefit.ts'
import { validatedStayAt } from '../../stay.ts'
import { computePrice } from '../../tariff.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import { listSegmentsOf, listTickets, listValidationsOf, type StayRows, type StoredTicket } from '../store.ts'

/** Centavos by id: what each validation of a ticket was granted, or takes off now. */
export function takenOffNow(ticket: StoredTicket, rows: StayRows, now: Date): ReadonlyMap<number, number> {
  const { facts, terms } = stayInputOf(ticket, rows)
  const stay = validatedStayAt(facts, terms, now)
  const at = ticket.exited_at ?? clampToEntrance(ticket, now)
  const off = linesOff(stay, computePrice(terms.rules, { ...stay, at }).amountCents)
  const lines = new Map(off.map(({ validationId = 0, amountCents }) => [validationId, -amountCents]))
  const segments = new Map(rows.segments.map(({ n, amount_cents: cents }) => [n, cents]))
  return new Map(
    rows.validations.map(({ id, granted_cents: cents, segment_n: n }) => [
      id,
      cents ?? (n === null ? lines.get(id) : segments.get(n)) ?? 0,
    ]),
  )
}

/** Centavos by id of the validations of these tickets, in three statements. */
export async function readTakenOffNow(
  db: Db,
  ticketIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (ticketIds.length === 0) return new Map()
  const [tickets, segments, validations] = [
    await listTickets(db, ticketIds),
    await listSegmentsOf(db, ticketIds),
    await listValidationsOf(db, ticketIds),
  ]
  const ofTicket = (ticket: StoredTicket) => {
    const isOwn = ({ ticket_id }: { ticket_id: number | null }) => ticket_id === ticket.id
    return { segments: segments.filter(isOwn), validations: validations.filter(isOwn) }
  }
  return new Map(tickets.flatMap((ticket) => [...takenOffNow(ticket, ofTicket(ticket), now)]))
}
