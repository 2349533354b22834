import { termsOf } from '#payment/method/captureTerms.ts'
import type { Payment } from '#payment/server/store.ts'
import type { Payable } from '#payment/server/payable.ts'
import { openPaidExit, lockReservationOf } from './flow/openExit.ts'

/** Held money pays a reservation; captured money a ticket, or a reservation's surplus. */
export function payableOf(ticket: Payable, reservation: Payable): Payable {
  const isHeld = (payment: Pick<Payment, 'destination'>) => termsOf(payment).take === 'hold'
  const of = (payment: Pick<Payment, 'destination'>) => (isHeld(payment) ? reservation : ticket)
  return {
    hidden: { ...ticket.hidden, ...reservation.hidden },
    terms: (payment) => of(payment).terms(payment),
    lock: (tx, payment) => of(payment).lock(tx, payment),
    onAuthorised: (db, payment, now) => of(payment).onAuthorised(db, payment, now),
    stillOwes: (db, payment, now) => of(payment).stillOwes(db, payment, now),
    onReleased: (db, payment, by) => of(payment).onReleased(db, payment, by),
    receiptFacts: (db, payment) => of(payment).receiptFacts(db, payment),
    readDue: (db, payment, now) => of(payment).readDue(db, payment, now),
    readReminder: (db, payment, now) => of(payment).readReminder(db, payment, now),
    async describe(db, payment, now) {
      const { shown, ...view } = await of(payment).describe(db, payment, now)
      return { ...view, shown: { ...reservation.hidden, ...shown } }
    },
    async onPaid(db, payment, paidAt, now) {
      if (isHeld(payment)) return reservation.onPaid(db, payment, paidAt, now)
      const reserved = await lockReservationOf(db, payment.ticket_id)
      const booked = await ticket.onPaid(db, payment, paidAt, now)
      if (!('notOwed' in booked)) await openPaidExit(db, reserved, { ...booked, now, actor: 'acquirer' })
      return booked
    },
  }
}
