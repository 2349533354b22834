import { sumHours } from '#reporting/server/sums/sumHours.ts'
import { resealCards } from '#card/server/flow/resealCards.ts'
import { recordHours, recordPeaks } from '#parking/server/occupancy/recordHours.ts'
import { keepFailedAttempts } from '#session/server/limits/hits.ts'
import { resealSecrets } from '#staff/server/flow/resealSecrets.ts'
import type { Deps } from '../deps.ts'

/** A failing task does not stop the others; the errors are thrown at the end. */
export async function runUpkeep(
  deps: Pick<Deps, 'database' | 'clock' | 'payment' | 'staff' | 'log'>,
): Promise<void> {
  const { db } = deps.database
  const failures: unknown[] = []
  for (const part of [
    () => recordPeaks(db, deps.clock.now()),
    () => recordHours(db, deps.clock.now()),
    () => keepFailedAttempts(db, deps.clock.now()),
    () => sumHours(db),
    () => resealAllCards(deps),
    () => resealAllSecrets(deps),
  ])
    await part().catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'the upkeep')
}

async function resealAllCards({ payment, log }: Pick<Deps, 'payment' | 'log'>): Promise<void> {
  const { done: cards, unopened } = await resealCards(payment)
  if (cards > 0) log.info({ cards }, 'saved cards sealed with the newest key')
  if (unopened.length > 0) throw new Error(`saved cards that no key opens: ${unopened.join('; ')}`)
}

async function resealAllSecrets({ staff, log }: Pick<Deps, 'staff' | 'log'>): Promise<void> {
  const { done: secrets, unopened } = await resealSecrets(staff)
  if (secrets > 0) log.info({ secrets }, 'second factors sealed with the newest key')
  if (unopened.length > 0) throw new Error(`second factors that no key opens: ${unopened.join('; ')}`)
}
