import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** Built once in app/server/deps.ts. */
export type ReportingDeps = { readonly db: Db; readonly clock: Clock }
