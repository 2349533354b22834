import { type JobKind, worksOf } from '#kit/server/jobs/job.ts'
import type { ServerModule } from '#kit/server/module.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Guards } from '#session/server/caller.ts'
import { refundJob } from './sendRefund.ts'
import { reversalJob } from './reverse.ts'
import { failedRefundMailJob, refundMailJob } from './sendRefundMail.ts'

const refundJobs: readonly JobKind<PaymentDeps>[] = [
  reversalJob,
  refundJob,
  refundMailJob,
  failedRefundMailJob,
]

export const refundModule = {
  routes: () => {},
  jobs: refundJobs,
  works: ({ payment }) => worksOf(refundJobs, payment),
} satisfies ServerModule<{ payment: PaymentDeps }, Guards>
