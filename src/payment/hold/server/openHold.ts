import type { Db, Tx } from '#db/schema.ts'
import { captureTerms } from '../../method/captureTerms.ts'
import { methods } from '../../method/method.ts'
import { insertPayment, type Payment, updatePayment, type PaymentOpener } from '../../server/store.ts'

type HoldBill = {
  ticketCode: string
  lotId: number
  timeZone: string
  amountCents: number
  lineText: string
  payUntil: Date
}

export async function openHold(tx: Tx, bill: HoldBill, by: PaymentOpener): Promise<Payment> {
  const payment = {
    destination: captureTerms.hold.destination,
    payment_type: methods.credit.wire,
    ticket_code: bill.ticketCode,
    lot_id: bill.lotId,
    time_zone: bill.timeZone,
    segment_n: 1,
    amount_cents: bill.amountCents,
    breakdown: JSON.stringify([{ text: bill.lineText, amountCents: bill.amountCents }]),
    price_expires_at: bill.payUntil,
    deadline_at: bill.payUntil,
  }
  return insertPayment(tx, payment, by)
}

export async function bindHold(db: Db, paymentId: number, ticketId: number, now: Date): Promise<void> {
  await updatePayment(db, paymentId, now, { ticket_id: ticketId, segment_n: 1 })
}
