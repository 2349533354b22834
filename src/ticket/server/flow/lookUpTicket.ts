import { fail } from '#kit/fail.ts'
import { findPaymentBlock } from '#payment/server/flow/paymentBlock.ts'
import type { WireTicket } from '../../contract.ts'
import type { TicketDeps } from '../deps.ts'
import { wireTicket } from '../view.ts'
import { stayOfSnapshot } from '../ticketSnapshot.ts'
import { findTicket, type Trying } from './findTicket.ts'

type Deps = TicketDeps

/** For the owner of the reservation. Throws `ticket_not_found`, `ticket_exited`, `no_reservation`. */
export async function lookUpReserved(deps: Deps, code: string, by: Trying): Promise<{ ticket: WireTicket }> {
  const { whole, stay, now } = await load(deps, code, by)
  const owner = whole.reserved?.user_id ?? null
  if (owner === null || owner !== by.userId) throw fail('no_reservation')
  return { ticket: wireTicket(whole.ticket, stay, now) }
}

/**
 * Stores nothing: the price is honoured until `t_expires` because it was due (`honouredPrice`). Throws
 * `ticket_not_found`, `ticket_exited`.
 */
export async function lookUpTicket(deps: Deps, code: string, by: Trying): Promise<{ ticket: WireTicket }> {
  const { whole, stay, now } = await load(deps, code, by)
  const shown = wireTicket(whole.ticket, stay, now)
  if (stay.state === 'free')
    return { ticket: { ...shown, awaits_exit: whole.reserved?.awaits_exit ?? false } }
  if (stay.state !== 'due' && stay.state !== 'overdue') return { ticket: shown }
  const own_in_flight = whole.atTheBank?.segment_n === stay.segmentN && whole.atTheBank.is_own
  return { ticket: { ...shown, blocked_by: findPaymentBlock(stay.segmentN, whole), own_in_flight } }
}

async function load(deps: Deps, code: string, by: Trying) {
  const { whole, now } = await findTicket(deps, code, by)
  const stay = stayOfSnapshot(whole, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  return { whole, stay, now }
}
