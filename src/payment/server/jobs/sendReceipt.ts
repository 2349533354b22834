import * as z from 'zod/mini'
import { emailOf } from '#account/server/flow/describeUser.ts'
import { receiptMail } from '../../receipt/receipt.ts'
import type { PaymentDeps } from '../deps.ts'
import { receiptOf } from '../receiptOf.ts'
import { attemptById, paymentById } from '../store.ts'

const payloadSchema = z.object({ paymentId: z.number(), attemptId: z.number() })

/**
 * Job: mails the receipt of one capture. Runs after the payment's commit; the key of the mail makes a
 * repeat after a crash the same mail.
 */
export async function sendReceipt(deps: PaymentDeps, payload: unknown): Promise<void> {
  const { paymentId, attemptId } = z.parse(payloadSchema, payload)
  const payment = await paymentById(deps.db, paymentId)
  const { receipt, email } = await receiptOf(deps, payment, await attemptById(deps.db, attemptId))
  await deps.mailer.send(`receipt-${attemptId}`, { to: email, ...receiptMail(receipt) })
}

const copySchema = z.extend(payloadSchema, { copy: z.string(), userId: z.nullable(z.number()) })

/** Job: mails a receipt again: to the account that asked, as it stands now, or to the e-mail given when paying. */
export async function sendCopy(deps: PaymentDeps, payload: unknown): Promise<void> {
  const { paymentId, attemptId, copy, userId } = z.parse(copySchema, payload)
  const payment = await paymentById(deps.db, paymentId)
  const { receipt, email } = await receiptOf(deps, payment, await attemptById(deps.db, attemptId))
  const to = (userId === null ? null : await emailOf(deps.db, userId)) ?? email
  await deps.mailer.send(`receipt-${attemptId}-${copy}`, { to, ...receiptMail(receipt) })
}
