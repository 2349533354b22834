import * as z from 'zod/mini'
import { userById } from '#account/server/store.ts'
import { receiptMail } from '../../receipt/mail.ts'
import type { Db } from '#db/schema.ts'
import { job, readingJob } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { Attempt } from '../attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { receiptToMail } from '../receiptOf.ts'
import { chargeOf } from '../reads/receipt.ts'

const capture = z.object({ paymentId: z.number(), attemptId: z.number() })

/**
 * Job: mails the receipt of one capture, where an e-mail was given. Runs after the payment's commit; the key of the mail makes a
 * repeat after a crash the same mail.
 */
export const receiptJob = readingJob({
  name: 'receipt',
  lane: 'mail',
  keptDays: 0,
  payload: capture,
  read: async (deps: PaymentDeps, { attemptId }) => {
    const { payment, charge } = await chargeOf(deps.db, attemptId)
    return receiptToMail(deps, payment, charge)
  },
  run: async (deps, { attemptId }, { receipt, email }) => {
    if (email === null) return
    await deps.mailer.send(`receipt-${attemptId}`, { to: email, ...receiptMail(receipt) })
  },
})

/** Leaves the receipt of the capture by this attempt to its job, in the caller's transaction. */
export async function leaveReceipt(
  db: Db,
  { id, payment_id: paymentId }: Pick<Attempt, 'id' | 'payment_id'>,
  now: Date,
): Promise<void> {
  await enqueue(db, receiptJob, { paymentId, attemptId: id }, { key: `receipt-${id}`, now })
}

/** Job: mails a receipt again: to the account that asked, as it stands now, or to the e-mail given when paying. */
export const receiptCopyJob = job({
  name: 'receipt_copy',
  lane: 'mail',
  keptDays: 30,
  payload: z.extend(capture, { copy: z.string(), userId: z.nullable(z.number()) }),
  run: async (deps: PaymentDeps, { attemptId, copy, userId }) => {
    const { payment, charge } = await chargeOf(deps.db, attemptId)
    const { receipt, email } = await receiptToMail(deps, payment, charge)
    const user = userId === null ? undefined : await userById(deps.db, userId)
    const to = user?.email ?? email
    if (to !== null) await deps.mailer.send(`receipt-${attemptId}-${copy}`, { to, ...receiptMail(receipt) })
  },
})
