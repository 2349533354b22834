import * as z from 'zod/mini'
import { fail } from '#kit/fail.ts'
import type { Bearer } from '#payment/server/flow/card/cardTries.ts'
import { standsInTheWay } from '#payment/server/flow/inTheWay.ts'
import type { WireTicket } from '../../contract.ts'
import type { Stay } from '../../stay.ts'
import type { TicketDeps } from '../deps.ts'
import { stayOf } from '../stay.ts'
import { insertQuote, newestQuote, type StoredTicket, ticketByCode } from '../store.ts'
import { wireTicket } from '../view.ts'

type Deps = Pick<TicketDeps, 'db' | 'clock'>
type Priced = { ticket: StoredTicket; stay: Stay; now: Date }

/**
 * Prices a ticket under the caller's reservation, and opens no quote: the hold pays. Throws `ticket_not_found`,
 * `ticket_exited`, or `no_reservation` when the ticket is not of such a reservation.
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
 * Prices a ticket now and opens a quote that stands until `t_expires`. Asking again is safe. Throws
 * `ticket_not_found`, `ticket_exited`.
 */
export async function lookUpTicket(
  deps: LookingUp,
  code: string,
  by: Bearer,
): Promise<{ ticket: WireTicket }> {
  return shownTo(deps, await quoted(deps, code), by)
}

type LookingUp = Pick<TicketDeps, 'db' | 'clock' | 'awaitsExit'>

/** The ticket, with what keeps its car inside or its price from being paid. */
async function shownTo(
  { db, awaitsExit }: LookingUp,
  { ticket, stay, now }: Priced,
  by: Bearer,
): Promise<{ ticket: WireTicket }> {
  const shown = wireTicket(ticket, stay, now)
  if (stay.state === 'free')
    return { ticket: { ...shown, awaits_exit: await awaitsExit(db, ticket.id, now) } }
  if (stay.state !== 'due' && stay.state !== 'overdue') return { ticket: shown }
  const of = { ticketId: ticket.id, segmentN: stay.segmentN, by, now }
  return { ticket: { ...shown, blocked_by: await standsInTheWay(db, of) } }
}

/** The same for who has just been told another price: what is due and until when, nothing of a reservation. */
export async function quoteTicket(deps: Deps, code: string): Promise<{ ticket: WireTicket }> {
  const { ticket, stay, now } = await quoted(deps, code)
  return { ticket: wireTicket(ticket, stay, now) }
}

/** The same reply from the newest quote that still stands; without one, priced now. */
export async function findQuotedTicket(
  deps: LookingUp,
  code: string,
  by: Bearer,
): Promise<{ ticket: WireTicket }> {
  const { ticket, stay, now } = await load(deps, code)
  const quote = await newestQuote(deps.db, { ticketId: ticket.id, segmentN: stay.segmentN, now })
  if (!quote || stay.quoteExpiresAt === null) return lookUpTicket(deps, code, by)
  const lines = z.parse(linesSchema, quote.breakdown)
  const standing = { ...stay, dueCents: quote.amount_cents, lines, quoteExpiresAt: quote.expires_at }
  return shownTo(deps, { ticket, stay: standing, now }, by)
}

const linesSchema = z.array(z.object({ text: z.string(), amountCents: z.number() }))

async function quoted(deps: Deps, code: string): Promise<Priced> {
  const priced = await load(deps, code)
  const { ticket, stay, now } = priced
  if (stay.quoteExpiresAt !== null) {
    await insertQuote(deps.db, {
      ticketId: ticket.id,
      segmentN: stay.segmentN,
      amountCents: stay.dueCents,
      lines: stay.lines,
      now,
      expiresAt: stay.quoteExpiresAt,
    })
  }
  return priced
}

async function load(deps: Deps, code: string): Promise<Priced> {
  const ticket = await ticketByCode(deps.db, code)
  if (!ticket) throw fail('ticket_not_found')
  const now = deps.clock.now()
  const stay = await stayOf(deps.db, ticket, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  return { ticket, stay, now }
}
