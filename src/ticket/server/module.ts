import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import { namesByRowId, namesBySql } from '#kit/server/auditNames.ts'
import type { TicketDeps } from './deps.ts'
import { ticketsList } from './backoffice/ticketsList.ts'
import { backOfficeTicketRoutes as backOfficeRoutes } from './backoffice/routes.ts'
import { tariffRoutes } from './tariff/routes.ts'
import { ticketRoutes } from './routes.ts'
import { tariffTrail, ticketTrail } from '../auditTerms.ts'
import { ticketTables } from './retention/tables.ts'
import { sql } from 'kysely'

export const ticketModule = {
  routes: (app, { ticket }, { portal }) => {
    ticketRoutes(app, ticket, portal)
    backOfficeRoutes(app, ticket, portal)
    tariffRoutes(app, ticket, portal)
  },
  trails: { ticket: ticketTrail, tariff: tariffTrail },
  names: {
    ticket: namesBySql((ids) => sql`select id, code as about, code as ref from ticket where id = ${ids}`),
    tariff: namesByRowId(readLotNamesById),
  },
  lotsOf: {
    ticket: sql`(select array[lot_id] from ticket where ticket.id = subject_id::bigint)`,
    tariff: sql`array[subject_id::int]`,
  },
  exports: [ticketsList],
  tables: ticketTables,
} satisfies ServerModule<{ ticket: TicketDeps }, Guards>
