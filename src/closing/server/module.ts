import { sql } from 'kysely'
import { namesByRowId } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { closingTrail } from '../auditTerms.ts'
import { closingNames } from './store.ts'
import type { ClosingDeps } from './deps.ts'
import { closingLinesExport, closingsExport } from './exports/exportClosings.ts'
import { closingMailJob } from './flow/mailClosing.ts'
import { closingTables } from './retention/tables.ts'
import { closingRoutes } from './routes.ts'

/** Closings are insert-only; each digest covers the one before. */
export const closingModule = {
  routes: (app, { closing }, { portal }) => closingRoutes(app, closing, portal),
  ...bindJobs('closing', [closingMailJob]),
  lotsOf: { closing: sql`(select array[lot_id] from closing where closing.id = subject_id::bigint)` },
  trails: { closing: closingTrail },
  names: { closing: namesByRowId(closingNames) },
  exports: [closingsExport, closingLinesExport],
  tables: closingTables,
} satisfies ServerModule<{ closing: ClosingDeps }, Guards>
