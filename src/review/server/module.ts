import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import {
  blockedHostJob,
  duplicatePlateJob,
  openCasesJob,
  unknownCodeJob,
  unreliableQueriesJob,
} from './staffAlertJobs.ts'
import type { BackOfficePaymentDeps } from './backoffice/deps.ts'
import { transactionsExport } from './exports/exportTransactions.ts'
import { transactionRoutes } from './backoffice/routes.ts'

export const reviewModule = {
  routes: (app, { payment }, { portal }) => transactionRoutes(app, payment, portal),
  exports: [transactionsExport],
  ...bindJobs('payment', [
    openCasesJob,
    unreliableQueriesJob,
    unknownCodeJob,
    blockedHostJob,
    duplicatePlateJob,
  ]),
} satisfies ServerModule<{ payment: BackOfficePaymentDeps }, Guards>
