import type { Db } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { dropOldQuotes } from '../store.ts'

/** Quotes are kept this long after their end, to answer what somebody was shown. */
const keptHours = 24

/** Drops the quotes that nobody will ask about any more. */
export async function forgetQuotes(db: Db, now: Date): Promise<void> {
  await dropOldQuotes(db, plus(now, -keptHours * hourMs))
}
