import { resealCards } from '#card/server/flow/resealCards.ts'
import { notePeaks } from '#parking/server/flow/notePeaks.ts'
import { keepTries } from '#session/server/limits/marks.ts'
import { resealSecrets } from '#staff/server/flow/resealSecrets.ts'
import type { Deps } from '../deps.ts'

/** Notes how full the lots are, seals cards and second factors anew after a change of keys, and keeps tries that failed. */
export async function keepUp(
  deps: Pick<Deps, 'database' | 'clock' | 'payment' | 'staff' | 'log'>,
): Promise<void> {
  await notePeaks(deps.database.db, deps.clock.now())
  const resealed = await resealCards(deps.payment)
  const secrets = await resealSecrets(deps.staff)
  if (secrets > 0) deps.log.info({ secrets }, 'second factors sealed with the newest key')
  if (resealed > 0) deps.log.info({ cards: resealed }, 'saved cards sealed with the newest key')
  await keepTries(deps.database.db, deps.clock.now())
}
