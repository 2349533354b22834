import { anyOf } from '#kit/server/db/query/anyOf.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import { namesByRowId } from '#kit/server/auditNames.ts'
import type { TicketDeps } from './deps.ts'
import { ticketsExport } from './exports/exportTickets.ts'
import { backOfficeTicketRoutes as backOfficeRoutes, tariffRoutes } from './backoffice/routes.ts'
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
    ticket: async (db, ids) => {
      const tickets = await db
        .selectFrom('ticket')
        .select(['id', 'code'])
        .where('id', '=', anyOf(ids.map(Number)))
        .execute()
      return new Map(tickets.map(({ id, code }) => [String(id), { about: code, ref: code }]))
    },
    tariff: namesByRowId(readLotNamesById),
  },
  lotsOf: {
    ticket: sql`(select array[lot_id] from ticket where ticket.id = subject_id::bigint)`,
    tariff: sql`array[subject_id::int]`,
  },
  exports: [ticketsExport],
  tables: ticketTables,
} satisfies ServerModule<{ ticket: TicketDeps }, Guards>
