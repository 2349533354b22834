import type { Db, Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { terms } from '../../method/captureTerms.ts'
import { methods } from '../../method/method.ts'
import { type Payment, updatePayment } from '../../server/store.ts'

type HoldBill = {
  ticketCode: string
  lotId: number
  timeZone: string
  amountCents: number
  lineText: string
  payUntil: Date
}

/** Runs in the transaction that reserves the subject. */
export async function openHold(
  tx: Tx,
  bill: HoldBill,
  by: { sessionHash: string; userId: number; now: Date },
): Promise<Payment> {
  const lines = [{ text: bill.lineText, amountCents: bill.amountCents }]
  const payment = await tx
    .insertInto('payment')
    .values({
      token: randomToken(),
      session_hash: by.sessionHash,
      user_id: by.userId,
      destination: terms.hold.destination,
      payment_type: methods.credit.wire,
      ticket_code: bill.ticketCode,
      lot_id: bill.lotId,
      time_zone: bill.timeZone,
      segment_n: 1,
      amount_cents: bill.amountCents,
      breakdown: JSON.stringify(lines),
      price_expires_at: bill.payUntil,
      state: 'created',
      deadline_at: bill.payUntil,
      created_at: by.now,
      updated_at: by.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, {
    at: by.now,
    actor: 'customer',
    subject: 'payment',
    subjectId: String(payment.id),
    action: 'created',
    before: null,
    after: { state: 'created', amount_cents: bill.amountCents },
  })
  return payment
}

export async function bindHold(db: Db, paymentId: number, ticketId: number, now: Date): Promise<void> {
  await updatePayment(db, paymentId, now, { ticket_id: ticketId, segment_n: 1 })
}
