import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Lots } from '#session/server/caller.ts'
import type { Selling } from '#parking/server/flow/readStats.ts'

/** Built once in app/server/deps.ts. */
export type ReportingDeps = Selling & {
  readonly db: Db
  readonly clock: Clock
  /** What the settings do not say of the operator yet; empty outside production. */
  readonly missing: () => Promise<readonly string[]>
  readonly hasDevice: (db: Db) => Promise<boolean>
  /** What waits in later nouns, of these lots; null means all. */
  readonly countOpen: (db: Db, lots: Lots) => Promise<{ disputes: number; alerts: number; contests: number }>
  readonly acquirers: Pick<Acquirers, 'all'>
}
