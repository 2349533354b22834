import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from './doors.ts'
import { sessionRoutes, type SessionDeps } from './routes.ts'
import { sessionTables } from './keeping/tables.ts'

/** Who calls: session, anti-forgery, human check. */
export const sessionNoun = {
  routes: (app, { session }, { portal, cookies }) => sessionRoutes(app, { ...session, cookies }, portal),
  tables: sessionTables,
} satisfies ServerNoun<{ session: Omit<SessionDeps, 'cookies'> }, Doors>
