import type { JobKind } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../deps.ts'
import { alertJob, blockedJob, doubtJob, unlistedJob } from './alertStaff.ts'
import { askCodeJob, askSoonJob } from './askSoon.ts'
import { endHoldJob } from './endHold.ts'
import { endOpenJob } from './endOpen.ts'
import { giveBackJob } from './giveBack.ts'
import { acquirerEventJob } from './lookAtNotification.ts'
import { refundJob } from './refundLater.ts'
import { receiptCopyJob, receiptJob } from './sendReceipt.ts'
import { countSalesJob } from '../events/countSales.ts'
import { lookAgainJob } from '../events/lookAgain.ts'
import { deniedMailJob, refundMailJob } from './sendRefundMail.ts'

/** What payments leave to be done after their commit. */
export const paymentJobs: readonly JobKind<PaymentDeps>[] = [
  receiptJob,
  receiptCopyJob,
  askSoonJob,
  askCodeJob,
  endOpenJob,
  endHoldJob,
  giveBackJob,
  refundJob,
  refundMailJob,
  deniedMailJob,
  lookAgainJob,
  acquirerEventJob,
  countSalesJob,
  alertJob,
  doubtJob,
  unlistedJob,
  blockedJob,
]
