import { bindJobs } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Guards } from '#session/server/caller.ts'
import { refundJob } from './sendRefund.ts'
import { reversalJob } from './reverseAttempt.ts'
import { failedRefundMailJob, refundMailJob } from './sendRefundMail.ts'

export const refundModule = {
  routes: () => {},
  ...bindJobs('payment', [reversalJob, refundJob, refundMailJob, failedRefundMailJob]),
} satisfies ServerModule<{ payment: PaymentDeps }, Guards>
