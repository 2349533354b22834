import { lockTicketAndSegments, ticketById } from './store.ts'
import type { Db } from '#db/schema.ts'
import { later, type SharedClock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import { terms } from '#payment/method/captureTerms.ts'
import type { Payable, Reminder } from '#payment/server/payable.ts'
import type { Payment } from '#payment/server/store.ts'
import { paySegment } from './flow/paySegment.ts'
import { stayOf, stayWith } from './stay.ts'
import { alreadyPaid, wireTicket } from './view.ts'

export function ticketSubject(clock: SharedClock): Payable {
  return {
    terms: () => terms.capture,
    hidden: {},
    async lock(tx, payment) {
      const locked = await lockTicketAndSegments(tx, ticketIdOf(payment))
      return async (now) => assertDue(clock, locked, { payment, now })
    },

    onPaid(tx, payment, paidAt, now) {
      const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
      const part = { ticketId: ticketIdOf(payment), n, amountCents, paymentId, paidAt, pricedAt: null }
      return paySegment(tx, part, now)
    },

    onAuthorised: async () => false,
    stillOwes: async () => false,
    onReleased: async () => {},
    describe: async () => ({ vehicleName: null, plate: null, shown: {} }),

    async receiptFacts(db, payment) {
      const ticket = await ticketById(db, ticketIdOf(payment))
      return { lotName: ticket.lot_name, plate: ticket.plate, enteredAt: ticket.entered_at }
    },
    readDue: readDueOf,
    readReminder: (db, payment, now) => readExitReminder(db, ticketIdOf(payment), now),
  }
}

/** Centavos. */
export async function readDueOf(db: Db, payment: Payment, now: Date): Promise<number> {
  if (payment.ticket_id === null) return 0
  return (await stayOf(db, await ticketById(db, payment.ticket_id), now)).dueCents
}

/** Also if staff moved the deadline after the payment. Throws `ticket_exited`. */
export async function readExitReminder(db: Db, ticketId: number, now: Date): Promise<Reminder | null> {
  const { state, exitDeadlineAt: until } = await stayOf(db, await ticketById(db, ticketId), now)
  if (state === 'exited') throw fail('ticket_exited')
  return state === 'paid' && until !== null && mayLeave(until, now) ? { to: 'leave', until } : null
}

/**
 * A frozen price is honoured by the database's clock, which froze it; the rest is priced by the later clock,
 * so that a lagging instance does not see an amount due as paid.
 */
function assertDue(
  clock: SharedClock,
  locked: Awaited<ReturnType<typeof lockTicketAndSegments>>,
  { payment, now }: { payment: Payment; now: Date },
): void {
  const { ticket, segments } = locked
  const shared = clock.shared(ticket.read_at)
  const at = later(shared, now)
  const stay = stayWith(ticket, segments, at)
  if (stay.state === 'exited') throw fail('ticket_exited')
  if (stay.state === 'paid' || stay.segmentN !== payment.segment_n) throw alreadyPaid(ticket, stay, at)
  const isHonoured = shared <= payment.price_expires_at || stay.dueCents === payment.amount_cents
  if (!isHonoured || stay.state === 'blocked')
    throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, at) } })
}

function ticketIdOf(payment: Payment): number {
  if (payment.ticket_id === null) throw new Error(`payment ${payment.id} has no ticket`)
  return payment.ticket_id
}
