import { fail } from '#kit/fail.ts'
import { findPaymentBlock } from '#payment/server/flow/paymentBlock.ts'
import type { WireTicket } from '../../contract.ts'
import type { TicketDeps } from '../deps.ts'
import { wireTicket } from '../view.ts'
import { stayOfSnapshot, type LookUpCaller } from '../ticketSnapshot.ts'
import { recordHits, secondsUntilExpiry } from '#session/server/limits/hits.ts'
import { admitOrChallenge, checkRateLimit, type LimitedCaller } from '#session/server/limits/admit.ts'

/** Answers only the owner of the reservation. Throws `ticket_not_found`, `ticket_exited`, `no_reservation`. */
export async function lookUpReservedTicket(deps: TicketDeps, code: string, by: TicketCaller) {
  const { snapshot, stay, now } = await loadStay(deps, code, by)
  const owner = snapshot.reservation?.user_id ?? null
  if (owner === null || owner !== by.userId) throw fail('no_reservation')
  return { ticket: wireTicket(snapshot.ticket, stay, now) }
}

type LookedUp = { ticket: WireTicket }

/** The price is not stored: `findHonouredPrice` computes it again. Throws `ticket_not_found`, `ticket_exited`. */
export async function lookUpTicket(deps: TicketDeps, code: string, by: TicketCaller): Promise<LookedUp> {
  const { snapshot, stay, now } = await loadStay(deps, code, by)
  const shown = wireTicket(snapshot.ticket, stay, now)
  if (stay.state === 'free')
    return { ticket: { ...shown, awaits_exit: snapshot.reservation?.awaits_exit ?? false } }
  if (stay.state !== 'due' && stay.state !== 'overdue') return { ticket: shown }
  const own_in_flight = snapshot.atTheBank?.segment_n === stay.nextSegmentN && snapshot.atTheBank.is_own
  return { ticket: { ...shown, blocked_by: findPaymentBlock(stay.nextSegmentN, snapshot), own_in_flight } }
}

async function loadStay(deps: TicketDeps, code: string, by: TicketCaller) {
  const { snapshot, now } = await findTicketWithinLimit(deps, code, by)
  const stay = stayOfSnapshot(snapshot, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  return { snapshot, stay, now }
}

export type TicketCaller = LimitedCaller & LookUpCaller

const lookUpLimit = 'look_up_address'

/**
 * `now` is the database's instant of the read. Unknown codes count towards a rate limit. Throws
 * `ticket_not_found` and the errors of `checkRateLimit`.
 */
export async function findTicketWithinLimit(deps: TicketDeps, code: string, by: TicketCaller) {
  const { db, clock, readSnapshot } = deps
  const now = clock.now()
  const snapshot = await readSnapshot(db, code, { caller: by, now })
  if (snapshot) {
    // The caller must pass the rate limit before anything read is returned.
    const { lookUpLimitSince: since } = snapshot
    await admitOrChallenge(since && secondsUntilExpiry(lookUpLimit, since, now), by)
    return { snapshot, now: clock.shared(snapshot.ticket.read_at) }
  }
  await checkRateLimit(db, lookUpLimit, by, now)
  await recordHits(db, [{ limit: lookUpLimit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
