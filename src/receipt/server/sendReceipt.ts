import * as z from 'zod/mini'
import { findUser } from '#account/server/store.ts'
import { maskedName } from '#account/user.ts'
import { proofImageCid } from '../receiptHtml.ts'
import { receiptMail } from '../receiptMail.ts'
import type { Receipt } from '../receipt.ts'
import { job } from '#kit/server/jobs/job.ts'
import { receiptKind } from '#payment/server/ledger/ledger.ts'
import { calendarName, calendarType } from '#payment/local/reminderFile.ts'
import { buildCalendar } from '#payment/server/flow/readCalendar.ts'
import {
  type Payment,
  lockPayment,
  payerOf,
  getPayment,
  updatePayment,
  auditSubject,
} from '#payment/server/store.ts'
import { qrCodePng } from '#kit/server/http/qrCodeImage.ts'
import type { ReceiptDeps } from './deps.ts'
import { buildReceiptToMail, requirePaidAttempt } from './buildReceipt.ts'
import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import {
  checkRateLimit,
  type LimitedCaller,
  recordHitIfBelow,
  recordHitOrThrow,
} from '#session/server/limits/admit.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { type Attempt, getAttempt, findCapturedAttempt } from '#payment/server/attempt/attempts.ts'
import { requirePaymentOfUser, findPaidByEmail } from './history.ts'
import { audit } from '#kit/server/audit.ts'
import { type Bearer, getPaymentOfBearer } from '#payment/server/bearer.ts'

type ReceiptMailing = { attemptId: number; userId: number | null; mailKey: string }

/** Mails the account's address, else the payer's. A repeat with the same key has the same Message-ID. */
async function mailReceipt(deps: ReceiptDeps, mailing: ReceiptMailing): Promise<void> {
  const { attemptId, userId, mailKey } = mailing
  const attempt = await getAttempt(deps.db, attemptId)
  const payment = await getPayment(deps.db, attempt.payment_id)
  const { receipt, email } = await buildReceiptToMail(deps, payment, attempt)
  const user = userId === null ? undefined : await findUser(deps.db, userId)
  const to = user?.email ?? email
  if (to !== null) await deps.mailer.send(mailKey, { to, ...receiptMessage(deps, payment, receipt) })
}

/** The payer's masked name is the only text of the mail that a person typed (docs/spec.md#r30). */
function receiptMessage({ publicUrl, clock }: ReceiptDeps, payment: Payment, receipt: Receipt) {
  const mail = receiptMail({ ...receipt, payerName: maskedName(receipt.payerName) })
  const { exitDeadlineAt: until, lotName, proofUrl } = receipt
  const calendar =
    until && buildCalendar(payment, { to: 'leave', until }, { lotName, publicUrl, now: clock.now() })
  return {
    ...mail,
    images:
      proofUrl === null
        ? []
        : [{ cid: proofImageCid, type: 'image/png', content: qrCodePng(proofUrl) } as const],
    files:
      calendar === null ? [] : [{ name: calendarName, type: calendarType, content: Buffer.from(calendar) }],
  }
}

export const receiptJob = job({
  ...receiptKind,
  run: (deps: ReceiptDeps, { attemptId }) =>
    mailReceipt(deps, { attemptId, userId: null, mailKey: `receipt-${attemptId}` }),
})

export const receiptCopyJob = job({
  name: 'receipt_copy',
  lane: 'mail',
  keptDays: 30,
  payload: z.extend(receiptKind.payload, { copy: z.string(), userId: z.nullable(z.number()) }),
  run: (deps: ReceiptDeps, { attemptId, copy, userId }) =>
    mailReceipt(deps, { attemptId, userId, mailKey: `receipt-${attemptId}-${copy}` }),
})

/** Mails the account's address. Throws `not_found`, `receipt_missing`, `too_many`. */
export async function resendOwnReceipt(deps: PaymentDeps, userId: number, token: string): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await requirePaymentOfUser(tx, userId, token)
    const attempt = await requirePaidAttempt(tx, payment)
    await recordHitOrThrow(tx, { limit: 'receipt', key: String(payment.id) }, now)
    await enqueueCopy(tx, attempt, userId, now)
  })
}

async function enqueueCopy(tx: Tx, attempt: Attempt, userId: number | null, now: Date): Promise<void> {
  const copy = randomToken()
  const payload = { paymentId: attempt.payment_id, attemptId: attempt.id, copy, userId }
  await enqueue(tx, receiptCopyJob, payload, { key: `receipt-copy-${copy}`, now })
}

type Address = { email: string; by: LimitedCaller }

/**
 * Stores and mails the e-mail address of a payer who gave none. Throws `not_found`, `receipt_missing`,
 * `receipt_sent` and the errors of `checkRateLimit`.
 */
export async function sendReceiptToNewAddress(deps: PaymentDeps, bearer: Bearer, { email, by }: Address) {
  const now = deps.clock.now()
  await checkRateLimit(deps.db, 'receipt_address', by, now)
  await transaction(deps.db, async (tx) => {
    const { id } = await getPaymentOfBearer(tx, bearer)
    const payment = await lockPayment(tx, id)
    const payer = payerOf(payment)
    const attempt = await requirePaidAttempt(tx, payment)
    if (payer === null) throw fail('receipt_missing')
    if (payer.email?.toLowerCase() === email) return
    if (payer.email !== null) throw fail('receipt_sent')
    await recordHits(tx, [{ limit: 'receipt_address', key: by.ip }], now)
    await updatePayment(tx, id, now, { payer: JSON.stringify({ ...payer, email }) })
    // The job has a new key, because the first job may be running without the address.
    const payload = { paymentId: id, attemptId: attempt.id }
    await enqueue(tx, receiptKind, payload, { key: `receipt-${attempt.id}-given`, now })
  })
}

/** Does nothing without such a payment or beyond its limit. Throws the errors of `checkRateLimit`. */
export async function resendReceiptToGuest(
  deps: PaymentDeps,
  { code, email, by }: Address & { code: string },
) {
  const now = deps.clock.now()
  await checkRateLimit(deps.db, 'receipt_address', by, now)
  await transaction(deps.db, async (tx) => {
    // A wrong code or address is counted under another key, so it does not use up the payer's limit.
    const mayMail = await recordHitIfBelow(tx, { limit: 'receipt_ticket', key: `${code} ${email}` }, now)
    await recordHits(tx, [{ limit: 'receipt_address', key: by.ip }], now)
    const payment = mayMail ? await findPaidByEmail(tx, code, email) : undefined
    const attempt = payment && (await findCapturedAttempt(tx, payment.id))
    if (attempt) await enqueueCopy(tx, attempt, null, now)
  })
}

/** Throws `receipt_missing`, also when the payer's data is deleted, and `too_many`. */
export async function resendReceiptByStaff(deps: PaymentDeps, request: { paymentId: number; actor: string }) {
  const { paymentId, actor } = request
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await getPayment(tx, paymentId)
    const attempt = await requirePaidAttempt(tx, payment)
    if (payment.payer === null) throw fail('receipt_missing')
    await recordHitOrThrow(tx, { limit: 'receipt_desk', key: String(paymentId) }, now)
    await enqueueCopy(tx, attempt, null, now)
    const sent = { ...auditSubject(paymentId, actor, now), action: 'receipt_sent' } as const
    await audit(tx, { ...sent, before: null, after: null })
  })
}
