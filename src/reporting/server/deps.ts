import type { Acquirers } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** Built once in app/server/deps.ts. */
export type ReportingDeps = {
  readonly db: Db
  readonly clock: Clock
  /** What the settings do not say of the operator yet; empty outside production. */
  readonly missing: () => Promise<readonly string[]>
  readonly hasDevice: (db: Db) => Promise<boolean>
  readonly acquirers: Pick<Acquirers, 'all'>
}
