import { fail } from '#kit/fail.ts'
import { recordHits, waitSince } from '#session/server/limits/hits.ts'
import { admitAfter, admitAttempt, type LimitedCaller } from '#session/server/limits/admit.ts'
import type { TicketDeps } from '../deps.ts'
import type { LookUpCaller } from '../ticketSnapshot.ts'

export type Trying = LimitedCaller & LookUpCaller

const limit = 'look_up_address'

/**
 * With the database's instant of the read. Unknown codes count towards a rate limit. Throws
 * `ticket_not_found` and the errors of `admitAttempt`.
 */
export async function findTicket({ db, clock, readSnapshot }: TicketDeps, code: string, by: Trying) {
  const now = clock.now()
  const whole = await readSnapshot(db, code, { looker: by, now })
  if (whole) {
    // The caller must pass the rate limit before anything read is returned.
    await admitAfter(whole.lookUpLimitSince && waitSince(limit, whole.lookUpLimitSince, now), by)
    return { whole, now: clock.shared(whole.ticket.read_at) }
  }
  await admitAttempt(db, limit, by, now)
  await recordHits(db, [{ limit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
