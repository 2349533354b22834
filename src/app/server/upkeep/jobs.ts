import { accountJobs } from '#account/server/jobs/accountJobs.ts'
import type { AccountDeps } from '#account/server/deps.ts'
import { forgetCardJob } from '#card/server/jobs/forgetAtAcquirer.ts'
import { type Work, worksOf } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { paymentJobs } from '#payment/server/jobs/paymentJobs.ts'

/** Every kind of job that there is, of every noun. */
export const jobKinds = [...accountJobs, ...paymentJobs, forgetCardJob] as const

/** Every kind of job, with what it needs. */
export function allWorks(deps: { account: AccountDeps; payment: PaymentDeps }): Work[] {
  return [
    ...worksOf(accountJobs, deps.account),
    ...worksOf(paymentJobs, deps.payment),
    ...worksOf([forgetCardJob], deps.payment),
  ]
}
