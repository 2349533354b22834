import { type JobKind, worksOf } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { ReceiptDeps } from './deps.ts'
import { proofRoutes } from './proof/routes.ts'
import type { Guards } from '#session/server/caller.ts'
import { receiptRoutes } from './routes.ts'
import { receiptCopyJob, receiptJob } from './sendReceipt.ts'

const receiptJobs: readonly JobKind<ReceiptDeps>[] = [receiptJob, receiptCopyJob]

export const receiptModule = {
  routes: (app, { receipt }, { portal, outside }) => {
    receiptRoutes(app, receipt, portal)
    proofRoutes(app, receipt, { portal, outside })
  },
  jobs: receiptJobs,
  works: ({ receipt }) => worksOf(receiptJobs, receipt),
} satisfies ServerModule<{ receipt: ReceiptDeps }, Guards>
