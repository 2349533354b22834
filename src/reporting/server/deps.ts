import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** What reporting needs; built once in app/server/deps.ts. */
export type ReportingDeps = { readonly db: Db; readonly clock: Clock }
