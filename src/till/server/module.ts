import { sql } from 'kysely'
import { namesBySql } from '#kit/server/auditNames.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { tillTrail } from '../auditTerms.ts'
import type { TillDeps } from './deps.ts'
import { takesExport } from './exports/exportTakes.ts'
import { tillTables } from './retention/tables.ts'
import { tillRoutes } from './routes.ts'
import { tillsList } from './tillsList.ts'

export const tillModule = {
  routes: (app, { till }, { portal }) => tillRoutes(app, till, portal),
  trails: { till: tillTrail },
  names: {
    till: namesBySql(
      (ids) => sql`select till.id, 'Caixa nº ' || number || ', ' || lot.name as about
        from till join lot on lot.id = till.lot_id where till.id = ${ids}`,
    ),
  },
  lotsOf: { till: sql`(select array[lot_id] from till where till.id = subject_id::bigint)` },
  exports: [tillsList, takesExport],
  tables: tillTables,
} satisfies ServerModule<{ till: TillDeps }, Guards>
