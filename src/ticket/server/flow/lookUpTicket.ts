import { fail } from '#kit/fail.ts'
import type { Bearer } from '#payment/server/flow/card/cardTries.ts'
import { standsInTheWay } from '#payment/server/flow/inTheWay.ts'
import type { WireTicket } from '../../contract.ts'
import type { Stay } from '../../stay.ts'
import type { TicketDeps } from '../deps.ts'
import { stayOf } from '../stay.ts'
import { type StoredTicket, ticketByCode } from '../store.ts'
import { wireTicket } from '../view.ts'

type Deps = Pick<TicketDeps, 'db' | 'clock'>

/**
 * Prices a ticket under the caller's reservation: the hold pays. Throws `ticket_not_found`, `ticket_exited`, or
 * `no_reservation` when the ticket is not of such a reservation.
 */
export async function lookUpReserved(
  deps: Deps,
  code: string,
  isReserved: (ticketId: number) => Promise<boolean>,
): Promise<{ ticket: WireTicket }> {
  const { ticket, stay, now } = await load(deps, code)
  if (!(await isReserved(ticket.id))) throw fail('no_reservation')
  return { ticket: wireTicket(ticket, stay, now) }
}

/**
 * Prices a ticket now, by the database's clock, with what keeps its car inside or its price from being paid. Writes
 * nothing: what it answers is honoured until `t_expires` because it was due (`honouredPrice`). Throws
 * `ticket_not_found`, `ticket_exited`.
 */
export async function lookUpTicket(
  deps: Deps & Pick<TicketDeps, 'awaitsExit'>,
  code: string,
  by: Bearer,
): Promise<{ ticket: WireTicket }> {
  const { db, awaitsExit } = deps
  const { ticket, stay, now } = await load(deps, code)
  const shown = wireTicket(ticket, stay, now)
  if (stay.state === 'free')
    return { ticket: { ...shown, awaits_exit: await awaitsExit(db, ticket.id, now) } }
  if (stay.state !== 'due' && stay.state !== 'overdue') return { ticket: shown }
  const of = { ticketId: ticket.id, segmentN: stay.segmentN, by, now }
  return { ticket: { ...shown, blocked_by: await standsInTheWay(db, of) } }
}

async function load(
  { db, clock }: Deps,
  code: string,
): Promise<{ ticket: StoredTicket; stay: Stay; now: Date }> {
  const ticket = await ticketByCode(db, code)
  if (!ticket) throw fail('ticket_not_found')
  const now = clock.shared(ticket.read_at)
  const stay = await stayOf(db, ticket, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  return { ticket, stay, now }
}
