import { fail } from '#kit/fail.ts'
import { findPaymentBlock } from '#payment/server/flow/paymentBlock.ts'
import type { WireTicket } from '../../contract.ts'
import type { TicketDeps } from '../deps.ts'
import { wireTicket } from '../view.ts'
import { stayOfSnapshot, type LookUpCaller } from '../ticketSnapshot.ts'
import { recordHits, secondsUntilExpiry } from '#session/server/limits/hits.ts'
import { admitOrChallenge, admitAttempt, type LimitedCaller } from '#session/server/limits/admit.ts'

/** For the owner of the reservation. Throws `ticket_not_found`, `ticket_exited`, `no_reservation`. */
export async function lookUpReservedTicket(
  deps: TicketDeps,
  code: string,
  by: TicketCaller,
): Promise<{ ticket: WireTicket }> {
  const { whole, stay, now } = await loadStay(deps, code, by)
  const owner = whole.reservation?.user_id ?? null
  if (owner === null || owner !== by.userId) throw fail('no_reservation')
  return { ticket: wireTicket(whole.ticket, stay, now) }
}

/**
 * Stores nothing: the price is honoured until `t_expires` because it was due (`findHonouredPrice`). Throws
 * `ticket_not_found`, `ticket_exited`.
 */
export async function lookUpTicket(
  deps: TicketDeps,
  code: string,
  by: TicketCaller,
): Promise<{ ticket: WireTicket }> {
  const { whole, stay, now } = await loadStay(deps, code, by)
  const shown = wireTicket(whole.ticket, stay, now)
  if (stay.state === 'free')
    return { ticket: { ...shown, awaits_exit: whole.reservation?.awaits_exit ?? false } }
  if (stay.state !== 'due' && stay.state !== 'overdue') return { ticket: shown }
  const own_in_flight = whole.atTheBank?.segment_n === stay.nextSegmentN && whole.atTheBank.is_own
  return { ticket: { ...shown, blocked_by: findPaymentBlock(stay.nextSegmentN, whole), own_in_flight } }
}

async function loadStay(deps: TicketDeps, code: string, by: TicketCaller) {
  const { whole, now } = await findTicketWithinLimit(deps, code, by)
  const stay = stayOfSnapshot(whole, now)
  if (stay.state === 'exited') throw fail('ticket_exited')
  return { whole, stay, now }
}

export type TicketCaller = LimitedCaller & LookUpCaller

const lookUpLimit = 'look_up_address'

/**
 * With the database's instant of the read. Unknown codes count towards a rate limit. Throws
 * `ticket_not_found` and the errors of `admitAttempt`.
 */
export async function findTicketWithinLimit(
  { db, clock, readSnapshot }: TicketDeps,
  code: string,
  by: TicketCaller,
) {
  const now = clock.now()
  const whole = await readSnapshot(db, code, { looker: by, now })
  if (whole) {
    // The caller must pass the rate limit before anything read is returned.
    await admitOrChallenge(
      whole.lookUpLimitSince && secondsUntilExpiry(lookUpLimit, whole.lookUpLimitSince, now),
      by,
    )
    return { whole, now: clock.shared(whole.ticket.read_at) }
  }
  await admitAttempt(db, lookUpLimit, by, now)
  await recordHits(db, [{ limit: lookUpLimit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
