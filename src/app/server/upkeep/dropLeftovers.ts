import { resealCards } from '#card/server/flow/resealCards.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { dropDone } from '#kit/server/jobs/store.ts'
import { dropOldMovements } from '#parking/server/flow/moveCar.ts'
import { notePeaks } from '#parking/server/flow/notePeaks.ts'
import { dropExpired } from '#session/server/flow/dropExpired.ts'
import { dropOldMarks } from '#session/server/limits/marks.ts'
import { forgetQuotes } from '#ticket/server/flow/forgetQuotes.ts'
import { resealSecrets } from '#staff/server/flow/resealSecrets.ts'
import type { Deps } from '../deps.ts'
import { jobKinds } from '../nouns.ts'

/** Notes how full the lots are, drops what nobody needs any more, and seals cards and second factors anew after a change of keys. */
export async function dropLeftovers(
  deps: Pick<Deps, 'database' | 'clock' | 'payment' | 'staff' | 'log'>,
): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  await dropExpired(db, now)
  await dropOldMarks(db, now)
  await dropOldMovements(db, now)
  await forgetQuotes(db, now)
  await notePeaks(db, now)
  for (const { name, keptDays } of jobKinds) await dropDone(db, name, plus(now, -keptDays * dayMs))
  const resealed = await resealCards(deps.payment)
  const secrets = await resealSecrets(deps.staff)
  if (secrets > 0) deps.log.info({ secrets }, 'second factors sealed with the newest key')
  if (resealed > 0) deps.log.info({ cards: resealed }, 'saved cards sealed with the newest key')
}
