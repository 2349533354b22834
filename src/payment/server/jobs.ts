import type { JobKind } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from './deps.ts'
import { endHoldJob } from './jobs/endHold.ts'
import { giveBackJob } from './jobs/giveBack.ts'
import { acquirerEventJob } from './jobs/lookAtNotification.ts'
import { refundJob } from './jobs/refundLater.ts'
import { receiptCopyJob, receiptJob } from './jobs/sendReceipt.ts'

/** What payments leave to be done after their commit. */
export const paymentJobs: readonly JobKind<PaymentDeps>[] = [
  receiptJob,
  receiptCopyJob,
  endHoldJob,
  giveBackJob,
  refundJob,
  acquirerEventJob,
]
