import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { type CardDeps, cardRoutes } from './routes.ts'
import { bindJobs } from '#kit/server/jobs/job.ts'
import { forgetCardJob } from './forgetAtAcquirer.ts'
import { cardTables } from './retention/tables.ts'

export const cardModule = {
  routes: (app, { card }, { portal }) => cardRoutes(app, card, portal),
  ...bindJobs('card', [forgetCardJob]),
  tables: cardTables,
} satisfies ServerModule<{ card: CardDeps }, Guards>
