import { fail } from '#kit/fail.ts'
import { terms } from '#payment/method.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'
import type { Payment } from '#payment/server/store.ts'
import { paySegment } from './flow/paySegment.ts'
import { stayOf } from './stay.ts'
import { lockTicket, ticketById } from './store.ts'
import { alreadyPaid, wireTicket } from './view.ts'

/** A ticket as the thing that a payment pays. */
export const ticketSubject: PaymentSubject = {
  terms: () => terms.capture,
  hidden: {},

  async lockPrice(db, payment, now) {
    const ticket = await lockTicket(db, ticketIdOf(payment))
    const stay = await stayOf(db, ticket, now)
    if (stay.state === 'exited') throw fail('ticket_exited')
    if (stay.state === 'paid' || stay.segmentN !== payment.segment_n) throw alreadyPaid(ticket, stay, now)
    const stands = now <= payment.price_expires_at || stay.dueCents === payment.amount_cents
    if (!stands || stay.state === 'blocked')
      throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, now) } })
  },

  async onPaid(db, payment, paidAt, now) {
    const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
    const paid = { ticketId: ticketIdOf(payment), n, amountCents, paymentId, paidAt, pricedAt: null }
    const booked = await paySegment(db, paid, now)
    return booked && { exitDeadlineAt: booked.exitDeadlineAt }
  },

  // A ticket is paid at once; nothing is held for it.
  onAuthorised: async () => false,
  onReleased: async () => {},
  describe: async () => ({ vehicleName: null, plate: null, shown: {} }),

  async receiptFacts(db, payment) {
    const ticket = await ticketById(db, ticketIdOf(payment))
    return { lotName: ticket.lot_name, plate: ticket.plate, enteredAt: ticket.entered_at }
  },
}

function ticketIdOf(payment: Payment): number {
  if (payment.ticket_id === null) throw new Error(`payment ${payment.id} has no ticket`)
  return payment.ticket_id
}
