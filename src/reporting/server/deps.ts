import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { VisibleLots } from '#session/server/caller.ts'

export type ReportingDeps = {
  readonly db: Db
  readonly clock: Clock
  /** Settings of the operator that are unset; empty outside production. */
  readonly missingSettings: () => Promise<readonly string[]>
  /** Risks of the process's settings, for staff. */
  readonly environmentWarnings: readonly string[]
  readonly hasDevice: (db: Db) => Promise<boolean>
  readonly countOpenIssues: (
    db: Db,
    lots: VisibleLots,
  ) => Promise<{ disputes: number; alerts: number; contests: number }>
  readonly acquirers: Pick<Acquirers, 'all'>
}
