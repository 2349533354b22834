import { lockTicketWithRows, type StayRows, type StoredTicket, getTicket } from './store.ts'
import type { Db } from '#db/schema.ts'
import { later, type SharedClock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { captureTerms } from '#payment/method/captureTerms.ts'
import type { Payable, Reminder } from '#payment/server/payable.ts'
import type { Payment } from '#payment/server/store.ts'
import { recordPortalPayment } from './flow/recordPortalPayment.ts'
import { riseEnds, type Stay } from '../stay.ts'
import { lockStayOver, readStayOver } from './overpaid/stayOver.ts'
import { readStay, stayFactsOf, stayFromRows } from './stay.ts'
import { alreadyPaidFailure, wireTicket } from './view.ts'

export function createTicketPayable(clock: SharedClock): Payable {
  return {
    captureTerms: () => captureTerms.capture,
    hiddenFields: {},
    async lock(tx, payment) {
      const { ticket, rows } = await lockTicketWithRows(tx, requireTicketId(payment))
      const shared = clock.shared(ticket.read_at)
      return async (now) => {
        const at = later(shared, now)
        assertDue(ticket, stayFromRows(ticket, rows, at), { payment, rows, shared, at })
      }
    },

    onPaid(tx, payment, paidAt, now) {
      const { segment_n: n, amount_cents: amountCents, id: paymentId, breakdown } = payment
      const part = { ticketId: requireTicketId(payment), n, amountCents, paymentId, breakdown }
      return recordPortalPayment(tx, { ...part, paidAt, pricedAt: null }, now)
    },

    onAuthorised: async () => false,
    isStillOwed: async () => false,
    onReleased: async () => {},
    describe: async () => ({ vehicleName: null, plate: null, shown: {} }),

    async receiptFacts(db, payment) {
      const ticket = await getTicket(db, requireTicketId(payment))
      return { lotName: ticket.lot_name, plate: ticket.plate, enteredAt: ticket.entered_at }
    },
    readDue: readDueCents,
    readOver: readStayOver,
    lockOver: lockStayOver,
    readReminder: (db, payment, now) => readExitReminder(db, requireTicketId(payment), now),
  }
}

export async function readDueCents(db: Db, payment: Payment, now: Date): Promise<number> {
  if (payment.ticket_id === null) return 0
  return (await readStay(db, await getTicket(db, payment.ticket_id), now)).dueCents
}

/** The deadline may have been moved by staff after the payment. Throws `ticket_exited`. */
export async function readExitReminder(db: Db, ticketId: number, now: Date): Promise<Reminder | null> {
  const { state, exitDeadlineAt: until } = await readStay(db, await getTicket(db, ticketId), now)
  if (state === 'exited') throw fail('ticket_exited')
  return state === 'paid' && until !== null && canExitAt(until, now) ? { to: 'leave', until } : null
}

type DueCheck = { payment: Payment; rows: StayRows; shared: Date; at: Date }

/** The database's clock, which froze the price, honours it; a lagging instance sees no due amount as paid. */
function assertDue(ticket: StoredTicket, stay: Stay, check: DueCheck): void {
  const { payment, at } = check
  if (stay.state === 'exited') throw fail('ticket_exited')
  const isMoved = stay.nextSegmentN !== payment.segment_n
  const isUnpaid = check.rows.segments.some(
    ({ n, source, undone_at: undone }) => n >= payment.segment_n && (undone !== null || source === 'partner'),
  )
  if (stay.state === 'paid' || (isMoved && !(isUnpaid && stay.dueCents > 0)))
    throw alreadyPaidFailure(ticket, stay, at)
  // What a validation has lowered since is refused, whatever was quoted.
  const isAbove = payment.amount_cents > stay.dueCents
  const isHonoured = !isAbove && (isQuoted(ticket, check) || stay.dueCents === payment.amount_cents)
  if (isMoved || !isHonoured || stay.state === 'blocked')
    throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, at) } })
}

/** What was undone raises the price five minutes later, whatever was quoted before (docs/spec.md#r21). */
function isQuoted(ticket: StoredTicket, { payment, rows, shared }: DueCheck): boolean {
  const rises = riseEnds(stayFactsOf(ticket, rows))
  const isBefore = (end: Date) => end <= payment.created_at || shared < end
  return shared <= payment.price_expires_at && rises.every(isBefore)
}

function requireTicketId(payment: Payment): number {
  if (payment.ticket_id === null) throw new Error(`payment ${payment.id} has no ticket`)
  return payment.ticket_id
}
