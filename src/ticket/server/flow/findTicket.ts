import { fail } from '#kit/fail.ts'
import { addMarks, waitSince } from '#session/server/limits/marks.ts'
import { admitAfter, admitTry, type Trier } from '#session/server/limits/tries.ts'
import type { TicketDeps } from '../deps.ts'
import type { Looker, WholeTicket } from '../wholeTicket.ts'

/** The caller, with the proof of being a person. */
export type Trying = Trier & Looker

const limit = 'look_up_address'

/**
 * The ticket with everything its price depends on, and the database's instant of the read. Unknown codes count
 * towards a rate limit. Throws `ticket_not_found` and the errors of `admitTry`.
 */
export async function findTicket(
  { db, clock, readWhole }: Pick<TicketDeps, 'db' | 'clock' | 'readWhole'>,
  code: string,
  by: Trying,
): Promise<{ whole: WholeTicket; now: Date }> {
  const now = clock.now()
  const whole = await readWhole(db, code, { looker: by, now })
  if (whole) {
    // The caller must pass the rate limit before anything read is returned.
    await admitAfter(whole.looksSince && waitSince(limit, whole.looksSince, now), by)
    return { whole, now: clock.shared(whole.ticket.read_at) }
  }
  await admitTry(db, limit, by, now)
  await addMarks(db, [{ limit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
