import { byNumber } from '#kit/server/auditNames.ts'
import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { BooksDeps } from './deps.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { statementNames } from './reconciliation/store.ts'
import { statementTrail } from '../trail.ts'
import { booksTables } from './keeping/tables.ts'

/** What the operator counts: the dashboard and the acquirer's statements. */
export const booksNoun = {
  routes: (app, { books }, { portal }) => {
    dashboardRoutes(app, books, portal)
    reconciliationRoutes(app, books, portal)
  },
  trails: { statement: statementTrail },
  names: { statement: byNumber(statementNames) },
  tables: booksTables,
} satisfies ServerNoun<{ books: BooksDeps }, Doors>
