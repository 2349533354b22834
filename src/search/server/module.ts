import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import type { ReceiptDeps } from '#receipt/server/deps.ts'
import type { TicketDeps } from '#ticket/server/deps.ts'
import { searchRoutes } from './routes.ts'

export const searchModule = {
  routes: (app, { receipt, ticket: { reservedStay } }, { portal }) =>
    searchRoutes(app, { ...receipt, reservedStay }, portal),
} satisfies ServerModule<{ receipt: ReceiptDeps; ticket: TicketDeps }, Guards>
