import { fail } from '#kit/fail.ts'
import { recordHits, waitSince } from '#session/server/limits/hits.ts'
import { admitAfter, admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { TicketDeps } from '../deps.ts'
import type { Looker, WholeTicket } from '../wholeTicket.ts'

/** Who asks for a ticket by its code, and how they prove that they are a person. */
export type Trying = LimitedCaller & Looker

const limit = 'look_up_address'

/**
 * A ticket with all that its price depends on, and the instant at which it was read, by the database's clock. Codes cannot be
 * guessed from their neighbours; who tries all the same is slowed down. Throws `ticket_not_found`, and what `admitAttempt`
 * throws.
 */
export async function findTicket(
  { db, clock, readWhole }: Pick<TicketDeps, 'db' | 'clock' | 'readWhole'>,
  code: string,
  by: Trying,
): Promise<{ whole: WholeTicket; now: Date }> {
  const now = clock.now()
  const whole = await readWhole(db, code, { looker: by, now })
  if (whole) {
    // Nothing is told of what was read before the caller is let in.
    await admitAfter(whole.looksSince && waitSince(limit, whole.looksSince, now), by)
    return { whole, now: clock.shared(whole.ticket.read_at) }
  }
  await admitAttempt(db, limit, by, now)
  await recordHits(db, [{ limit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
