import { lockTicketAndSegments, type SegmentRow, type StoredTicket, getTicket } from './store.ts'
import type { Db } from '#db/schema.ts'
import { later, type SharedClock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { captureTerms } from '#payment/method/captureTerms.ts'
import type { Payable, Reminder } from '#payment/server/payable.ts'
import type { Payment } from '#payment/server/store.ts'
import { recordPortalPayment } from './flow/recordPortalPayment.ts'
import { type Stay, undoneEnds } from '../stay.ts'
import { lockStayOver, readStayOver } from './overpaid/stayOver.ts'
import { readStay, stayFromRows } from './stay.ts'
import { alreadyPaidFailure, wireTicket } from './view.ts'

export function createTicketPayable(clock: SharedClock): Payable {
  return {
    captureTerms: () => captureTerms.capture,
    hiddenFields: {},
    async lock(tx, payment) {
      const { ticket, segments } = await lockTicketAndSegments(tx, requireTicketId(payment))
      const shared = clock.shared(ticket.read_at)
      return async (now) => {
        const at = later(shared, now)
        assertDue(ticket, stayFromRows(ticket, segments, at), { payment, segments, shared, at })
      }
    },

    onPaid(tx, payment, paidAt, now) {
      const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
      const part = { ticketId: requireTicketId(payment), n, amountCents, paymentId, paidAt, pricedAt: null }
      return recordPortalPayment(tx, part, now)
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

type DueCheck = { payment: Payment; segments: readonly SegmentRow[]; shared: Date; at: Date }

/** The database's clock, which froze the price, honours it; a lagging instance sees no due amount as paid. */
function assertDue(ticket: StoredTicket, stay: Stay, check: DueCheck): void {
  const { payment, segments, at } = check
  if (stay.state === 'exited') throw fail('ticket_exited')
  const isMoved = stay.nextSegmentN !== payment.segment_n
  const isUndone = segments.some(({ n, undone_at: undone }) => n >= payment.segment_n && undone !== null)
  if (stay.state === 'paid' || (isMoved && !(isUndone && stay.dueCents > 0)))
    throw alreadyPaidFailure(ticket, stay, at)
  const isHonoured = isQuoted(check) || stay.dueCents === payment.amount_cents
  if (isMoved || !isHonoured || stay.state === 'blocked')
    throw fail('price_changed', { data: { ticket: wireTicket(ticket, stay, at) } })
}

/** A take that was undone raises the price five minutes later, whatever was quoted before (docs/spec.md#r21). */
function isQuoted({ payment, segments, shared }: DueCheck): boolean {
  const rises = undoneEnds(segments.map(({ undone_at: undoneAt }) => ({ undoneAt })))
  const isBefore = (end: Date) => end <= payment.created_at || shared < end
  return shared <= payment.price_expires_at && rises.every(isBefore)
}

function requireTicketId(payment: Payment): number {
  if (payment.ticket_id === null) throw new Error(`payment ${payment.id} has no ticket`)
  return payment.ticket_id
}
