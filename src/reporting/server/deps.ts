import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** Built once in app/server/deps.ts. */
export type ReportingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly acquirers: Pick<Acquirers, 'all'>
}
