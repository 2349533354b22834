import { type JobKind, worksOf } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { BackOfficePaymentDeps } from '#review/server/backoffice/deps.ts'
import type { Guards } from '#session/server/guards.ts'
import { backOfficeReceiptRoutes } from './backoffice/routes.ts'
import { receiptRoutes } from './routes.ts'
import { receiptCopyJob, receiptJob } from './sendReceipt.ts'

const receiptJobs: readonly JobKind<PaymentDeps>[] = [receiptJob, receiptCopyJob]

export const receiptModule = {
  routes: (app, { payment }, { portal }) => {
    receiptRoutes(app, payment, portal)
    backOfficeReceiptRoutes(app, payment, portal)
  },
  jobs: receiptJobs,
  works: ({ payment }) => worksOf(receiptJobs, payment),
} satisfies ServerModule<{ payment: BackOfficePaymentDeps }, Guards>
