import { enqueueStatements } from '#partner/server/jobs/statementMails.ts'
import { updateHourSums } from '#reporting/server/sums/updateHourSums.ts'
import { sealedCardTable } from '#card/server/store.ts'
import { resealRows } from '#kit/server/reseal.ts'
import { recordOccupancyHours, recordDailyPeaks } from '#parking/server/occupancy/recordOccupancy.ts'
import { keepFailedAttempts } from '#session/server/limits/hits.ts'
import { sealedSecrets } from '#staff/server/deps.ts'
import type { Deps } from '../deps.ts'

/** A failing task does not stop the others; the errors are thrown at the end. */
export async function runUpkeep(
  deps: Pick<Deps, 'database' | 'clock' | 'partner' | 'payment' | 'staff' | 'log'>,
) {
  const { db } = deps.database
  const failures: unknown[] = []
  for (const part of [
    () => recordDailyPeaks(db, deps.clock.now()),
    () => recordOccupancyHours(db, deps.clock.now()),
    () => keepFailedAttempts(db, deps.clock.now()),
    () => updateHourSums(db),
    () => enqueueStatements(deps.partner),
    () => reseal(deps, 'saved cards', sealedCardTable),
    () => reseal(deps, 'second factors', sealedSecrets),
  ])
    await part().catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'the upkeep')
}

async function reseal(
  { payment, log }: Pick<Deps, 'payment' | 'log'>,
  name: string,
  rows: Parameters<typeof resealRows>[1],
): Promise<void> {
  const { done, unopened } = await resealRows(payment, rows)
  if (done > 0) log.info({ rows: done }, `${name} sealed with the newest key`)
  if (unopened.length > 0) throw new Error(`${name} that no key opens: ${unopened.join('; ')}`)
}
