import { captureTermsOf } from '#payment/method/captureTerms.ts'
import type { Payment } from '#payment/server/store.ts'
import type { Payable } from '#payment/server/payable.ts'
import { authorisePaidExit, lockReservationOfTicket } from './flow/authoriseReservedExit.ts'

/** Held money pays a reservation; captured money a ticket, or a reservation's surplus. */
export function combinePayables(ticket: Payable, reservation: Payable): Payable {
  const isHeld = (payment: Pick<Payment, 'destination'>) => captureTermsOf(payment).captureMode === 'hold'
  const of = (payment: Pick<Payment, 'destination'>) => (isHeld(payment) ? reservation : ticket)
  return {
    hiddenFields: { ...ticket.hiddenFields, ...reservation.hiddenFields },
    captureTerms: (payment) => of(payment).captureTerms(payment),
    lock: (tx, payment) => of(payment).lock(tx, payment),
    onAuthorised: (db, payment, now) => of(payment).onAuthorised(db, payment, now),
    isStillOwed: (db, payment, now) => of(payment).isStillOwed(db, payment, now),
    onReleased: (db, payment, by) => of(payment).onReleased(db, payment, by),
    receiptFacts: (db, payment) => of(payment).receiptFacts(db, payment),
    readDue: (db, payment, now) => of(payment).readDue(db, payment, now),
    readOver: (db, payment, now) => ticket.readOver(db, payment, now),
    lockOver: (tx, payment, now) => ticket.lockOver(tx, payment, now),
    readReminder: (db, payment, now) => of(payment).readReminder(db, payment, now),
    async describe(db, payment, now) {
      const { shown, ...view } = await of(payment).describe(db, payment, now)
      return { ...view, shown: { ...reservation.hiddenFields, ...shown } }
    },
    async onPaid(db, payment, paidAt, now) {
      if (isHeld(payment)) return reservation.onPaid(db, payment, paidAt, now)
      const reserved = await lockReservationOfTicket(db, payment.ticket_id)
      const result = await ticket.onPaid(db, payment, paidAt, now)
      if (!('notOwed' in result)) await authorisePaidExit(db, reserved, { ...result, now, actor: 'acquirer' })
      return result
    },
  }
}
