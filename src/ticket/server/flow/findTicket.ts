import { fail } from '#kit/fail.ts'
import { addMarks, waitSince } from '#session/server/limits/marks.ts'
import { admitAfter, admitTry, type Trier } from '#session/server/limits/tries.ts'
import type { TicketDeps } from '../deps.ts'
import type { Looker, WholeTicket } from '../wholeTicket.ts'

/** Who asks for a ticket by its code, and how they prove that they are a person. */
export type Trying = Trier & Looker

const limit = 'look_up_address'

/**
 * A ticket with all that its price depends on, and the instant at which it was read, by the database's clock. Codes cannot be
 * guessed from their neighbours; who tries all the same is slowed down. Throws `ticket_not_found`, and what `admitTry`
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
  await admitTry(db, limit, by, now)
  await addMarks(db, [{ limit, key: by.ip }], clock.now())
  throw fail('ticket_not_found')
}
