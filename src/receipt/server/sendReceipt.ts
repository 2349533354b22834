import * as z from 'zod/mini'
import { userById } from '#account/server/store.ts'
import { maskedName } from '#account/user.ts'
import { proofImage } from '../html.ts'
import { receiptMail } from '../mail.ts'
import type { Receipt } from '../receipt.ts'
import { job, readingJob } from '#kit/server/jobs/job.ts'
import { receiptKind } from '#payment/server/ledger/ledger.ts'
import { codePng } from '#kit/server/http/codeImage.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptToMail } from './receiptOf.ts'
import { chargeOf } from './chargeOf.ts'

/** Receipts name no free text but the masked name (docs/spec.md#r30). */
async function mailOf(receipt: Receipt) {
  const mail = receiptMail({ ...receipt, payerName: maskedName(receipt.payerName) })
  if (receipt.proofUrl === null) return mail
  return {
    ...mail,
    images: [{ cid: proofImage, type: 'image/png', content: await codePng(receipt.proofUrl) } as const],
  }
}

/** Job: mails the receipt of one capture. The mail's key makes a repeat the same mail. */
export const receiptJob = readingJob({
  ...receiptKind,
  read: async (deps: ReceiptDeps, { attemptId }) => {
    const { payment, charge } = await chargeOf(deps.db, attemptId)
    return receiptToMail(deps, payment, charge)
  },
  run: async (deps, { attemptId }, { receipt, email }) => {
    if (email === null) return
    await deps.mailer.send(`receipt-${attemptId}`, { to: email, ...(await mailOf(receipt)) })
  },
})

/** Job: mails a copy, to the account's present e-mail or the payer's. */
export const receiptCopyJob = job({
  name: 'receipt_copy',
  lane: 'mail',
  keptDays: 30,
  payload: z.extend(receiptKind.payload, { copy: z.string(), userId: z.nullable(z.number()) }),
  run: async (deps: ReceiptDeps, { attemptId, copy, userId }) => {
    const { payment, charge } = await chargeOf(deps.db, attemptId)
    const { receipt, email } = await receiptToMail(deps, payment, charge)
    const user = userId === null ? undefined : await userById(deps.db, userId)
    const to = user?.email ?? email
    if (to !== null)
      await deps.mailer.send(`receipt-${attemptId}-${copy}`, { to, ...(await mailOf(receipt)) })
  },
})
