import { dayMs, plus } from '#kit/clock.ts'
import { type Ending, endingsOf } from '#kit/server/keeping/keeping.ts'
import type { Deps } from '../deps.ts'
import { tables } from '../nouns.ts'

/** Rows of one transaction: it holds its locks for some milliseconds. */
const batchRows = 500
/** Batches of one kind in a pass: a backlog is worked off over many, and nothing else waits for it. */
const batches = 20

/**
 * Ends what has reached the end of its keeping time, kind by kind, the oldest first. What one kind cannot end is logged
 * and keeps no other.
 */
export async function dropLeftovers(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const [table, keeping] of Object.entries(tables)) {
    for (const ending of endingsOf(keeping)) {
      try {
        await endAll(deps, ending, stopping)
      } catch (error) {
        deps.log.error({ err: error, table, what: ending.what }, 'old rows could not be dropped')
      }
    }
  }
}

async function endAll(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  { days, end }: Ending,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const before = plus(clock.now(), -days * dayMs)
  for (let batch = 0; batch < batches && stopping?.aborted !== true; batch += 1) {
    if ((await end(db, before, batchRows)) < batchRows) return
  }
}
