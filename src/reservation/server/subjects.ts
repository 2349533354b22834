import { surplusPaid, lockReservationOf } from './flow/surplusPaid.ts'
import type { PaymentSubject, SubjectPayment } from '#payment/server/subject.ts'

/**
 * What a payment pays, by its destination: 1 a ticket, 2 a reserved space. A ticket payment may be the surplus
 * of a reservation, which then opens the exit.
 */
export function subjects(ticket: PaymentSubject, reservation: PaymentSubject): PaymentSubject {
  const of = ({ destination }: SubjectPayment) => (destination === 2 ? reservation : ticket)
  return {
    holdPrice: (db, payment, now) => of(payment).holdPrice(db, payment, now),
    onAuthorised: (db, payment, now) => of(payment).onAuthorised(db, payment, now),
    onReleased: (db, payment, by) => of(payment).onReleased(db, payment, by),
    receiptFacts: (db, payment) => of(payment).receiptFacts(db, payment),
    describe: (db, payment, now) => of(payment).describe(db, payment, now),
    async onPaid(db, payment, paidAt, now) {
      if (payment.destination === 2) return reservation.onPaid(db, payment, paidAt, now)
      await lockReservationOf(db, payment.ticket_id)
      const booked = await ticket.onPaid(db, payment, paidAt, now)
      if (booked) await surplusPaid(db, payment.ticket_id, { ...booked, now, actor: 'acquirer' })
      return booked
    },
  }
}
