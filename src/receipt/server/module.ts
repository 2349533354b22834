import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { ReceiptDeps } from './deps.ts'
import { proofRoutes } from './proof/routes.ts'
import type { Guards } from '#session/server/caller.ts'
import { receiptRoutes } from './routes.ts'
import { receiptCopyJob, receiptJob } from './sendReceipt.ts'

export const receiptModule = {
  routes: (app, { receipt }, { portal, outside }) => {
    receiptRoutes(app, receipt, portal)
    proofRoutes(app, receipt, { portal, outside })
  },
  ...bindJobs('receipt', [receiptJob, receiptCopyJob]),
} satisfies ServerModule<{ receipt: ReceiptDeps }, Guards>
