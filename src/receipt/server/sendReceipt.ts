import * as z from 'zod/mini'
import { userById } from '#account/server/store.ts'
import { maskedName } from '#account/user.ts'
import { proofImage } from '../html.ts'
import { receiptMail } from '../mail.ts'
import type { Receipt } from '../receipt.ts'
import { job } from '#kit/server/jobs/job.ts'
import { receiptKind } from '#payment/server/ledger/ledger.ts'
import { calendarName, calendarOf, calendarType } from '#payment/server/flow/readCalendar.ts'
import type { Payment } from '#payment/server/store.ts'
import { codePng } from '#kit/server/http/codeImage.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptToMail, chargeOf } from './receiptOf.ts'

type Mailing = { attemptId: number; userId?: number | null; mailKey: string }

/** The mail's key makes a repeat the same mail; to the account's address, else to the payer's. */
async function mailReceipt(deps: ReceiptDeps, { attemptId, userId = null, mailKey }: Mailing): Promise<void> {
  const { payment, charge } = await chargeOf(deps.db, attemptId)
  const { receipt, email } = await receiptToMail(deps, payment, charge)
  const user = userId === null ? undefined : await userById(deps.db, userId)
  const to = user?.email ?? email
  if (to !== null) await deps.mailer.send(mailKey, { to, ...mailOf(deps, payment, receipt) })
}

/** No free text but the masked name (docs/spec.md#r30). */
function mailOf({ publicUrl, clock }: ReceiptDeps, payment: Payment, receipt: Receipt) {
  const mail = receiptMail({ ...receipt, payerName: maskedName(receipt.payerName) })
  const { exitDeadlineAt: until, lotName, proofUrl } = receipt
  const calendar =
    until && calendarOf(payment, { to: 'leave', until }, { lotName, publicUrl, now: clock.now() })
  return {
    ...mail,
    images:
      proofUrl === null ? [] : [{ cid: proofImage, type: 'image/png', content: codePng(proofUrl) } as const],
    files:
      calendar === null ? [] : [{ name: calendarName, type: calendarType, content: Buffer.from(calendar) }],
  }
}

export const receiptJob = job({
  ...receiptKind,
  run: (deps: ReceiptDeps, { attemptId }) =>
    mailReceipt(deps, { attemptId, mailKey: `receipt-${attemptId}` }),
})

export const receiptCopyJob = job({
  name: 'receipt_copy',
  lane: 'mail',
  keptDays: 30,
  payload: z.extend(receiptKind.payload, { copy: z.string(), userId: z.nullable(z.number()) }),
  run: (deps: ReceiptDeps, { attemptId, copy, userId }) =>
    mailReceipt(deps, { attemptId, userId, mailKey: `receipt-${attemptId}-${copy}` }),
})
