import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { byNumber } from '#kit/server/auditNames.ts'
import type { TicketDeps } from './deps.ts'
import { codesOf } from './desk/codesOf.ts'
import type { TicketDeskDeps } from './desk/deps.ts'
import { ticketRoutes as deskRoutes } from './desk/routes.ts'
import { tariffRoutes } from './desk/tariffRoutes.ts'
import { ticketRoutes } from './routes.ts'
import { tariffTrail, ticketTrail } from '../trail.ts'
import { ticketTables } from './keeping/tables.ts'

/** Tickets, and the tariffs that price them. */
export const ticketNoun = {
  routes: (app, { ticket }, { portal }) => {
    ticketRoutes(app, ticket, portal)
    deskRoutes(app, ticket, portal)
    tariffRoutes(app, ticket, portal)
  },
  trails: { ticket: ticketTrail, tariff: tariffTrail },
  names: {
    ticket: async (db, ids) => {
      const codes = await codesOf(db, ids.map(Number))
      return new Map([...codes].map(([id, code]) => [String(id), { about: code, ref: code }]))
    },
    /** A tariff goes by the name of its lot. */
    tariff: byNumber(async (db) => new Map((await lotNames(db)).map(({ id, name }) => [id, name]))),
  },
  tables: ticketTables,
} satisfies ServerNoun<{ ticket: TicketDeps & TicketDeskDeps }, Doors>
