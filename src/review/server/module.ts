import { jobsWith } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { alertJob, blockedJob, doubtJob, plateTwiceJob, unlistedJob } from './alertStaff.ts'
import type { BackOfficePaymentDeps } from './backoffice/deps.ts'
import { transactionsExport } from './exports/exportTransactions.ts'
import { transactionRoutes } from './backoffice/routes.ts'

export const reviewModule = {
  routes: (app, { payment }, { portal }) => transactionRoutes(app, payment, portal),
  exports: [transactionsExport],
  ...jobsWith('payment', [alertJob, doubtJob, unlistedJob, blockedJob, plateTwiceJob]),
} satisfies ServerModule<{ payment: BackOfficePaymentDeps }, Guards>
