import { type JobKind, worksOf } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Guards } from '#session/server/caller.ts'
import { alertJob, blockedJob, doubtJob, plateTwiceJob, unlistedJob } from './alertStaff.ts'
import type { BackOfficePaymentDeps } from './backoffice/deps.ts'
import { transactionsExport } from './exports/exportTransactions.ts'
import { transactionRoutes } from './backoffice/routes.ts'

const reviewJobs: readonly JobKind<PaymentDeps>[] = [
  alertJob,
  doubtJob,
  unlistedJob,
  blockedJob,
  plateTwiceJob,
]

export const reviewModule = {
  routes: (app, { payment }, { portal }) => transactionRoutes(app, payment, portal),
  exports: [transactionsExport],
  jobs: reviewJobs,
  works: ({ payment }) => worksOf(reviewJobs, payment),
} satisfies ServerModule<{ payment: BackOfficePaymentDeps }, Guards>
