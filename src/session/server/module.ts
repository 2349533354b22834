import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from './caller.ts'
import { sessionRoutes, type SessionDeps } from './routes.ts'
import { sessionTables } from './retention/tables.ts'

export const sessionModule = {
  routes: (app, { session }, { portal, cookies }) => sessionRoutes(app, { ...session, cookies }, portal),
  tables: sessionTables,
} satisfies ServerModule<{ session: Omit<SessionDeps, 'cookies'> }, Guards>
