import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { closingTrail } from '../auditTerms.ts'
import type { ClosingDeps } from './deps.ts'
import { closingLinesExport, closingsList } from './exports/exportClosings.ts'
import { closingMailJob } from './flow/mailClosing.ts'
import { closingTables } from './retention/tables.ts'
import { closingRoutes } from './routes.ts'

/** Closings are insert-only; each digest covers the one before. */
export const closingModule = {
  routes: (app, { closing }, { portal }) => closingRoutes(app, closing, portal),
  ...bindJobs('closing', [closingMailJob]),
  lotsOf: { closing: sql`(select array[lot_id] from closing where closing.id = subject_id::bigint)` },
  trails: { closing: closingTrail },
  names: {
    // 'Garagem Centro nº 37 de 26/11/2026'
    closing: namesBySql(
      (ids) => sql`
        select closing.id, name || ' nº ' || number || ' de ' || to_char(day, 'DD/MM/YYYY') as about
        from closing join lot on lot.id = closing.lot_id where closing.id = ${ids}`,
    ),
  },
  exports: [closingsList, closingLinesExport],
  tables: closingTables,
} satisfies ServerModule<{ closing: ClosingDeps }, Guards>
