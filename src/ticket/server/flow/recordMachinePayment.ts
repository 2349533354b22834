import type { Db } from '#db/schema.ts'
import { later, minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { openPaidTwice } from '#payment/server/reviewCases.ts'
import { endOthers } from '#payment/server/settle/endOthers.ts'
import { quoteMinutes, type Stay } from '../../stay.ts'
import { deadlineOf } from '../deadline.ts'
import { stayOf } from '../stay.ts'
import {
  insertSegment,
  lockTicket,
  replacementOf,
  segmentsOf,
  type StoredTicket,
  ticketByCode,
} from '../store.ts'
import { tellGates } from './tellGates.ts'

export type MachinePayment = {
  code: string
  amountCents: number
  paidAt: Date
  /** How it was paid, in the machine's own word. */
  method?: string
  now: Date
  actor: string
}

/**
 * Books what was paid at a machine or a cashier, and answers how the stay stands now. A payment of the portal
 * that is still open finds the stay paid; one at the bank is ended, and given back if it comes all the same; one that is
 * paid becomes a case for staff. Money put on a ticket that was replaced counts for the one that replaced it. Runs in
 * the caller's transaction. Throws `ticket_not_found`.
 */
export async function recordMachinePayment(db: Db, paid: MachinePayment): Promise<Stay> {
  const ticket = await lockStanding(db, paid.code)
  const before = await stayOf(db, ticket, paid.now)
  const paidAt = later(paid.paidAt, ticket.entered_at)
  const paidCents = before.paidCents + paid.amountCents
  // Somebody paid at the machine what was paid already, and may have left since: staff give one of them back.
  const twice = before.paidCents > 0 && before.dueCents === 0
  if (twice) await openTwice(db, ticket.id, paid)
  // A machine's price stands as long as ours.
  const pricedAt = plus(paidAt, -quoteMinutes * minuteMs)
  const exitDeadlineAt = deadlineOf(ticket, { paidAt, paidCents, pricedAt })
  await insertSegment(db, {
    ticketId: ticket.id,
    n: before.segmentN,
    amountCents: paid.amountCents,
    source: 'machine',
    method: paid.method ?? 'machine',
    paymentId: null,
    paidAt,
    exitDeadlineAt,
  })
  await endOthers(db, { ticketId: ticket.id, paymentId: null, now: paid.now })
  await audit(db, {
    at: paid.now,
    actor: paid.actor,
    subject: 'ticket',
    subjectId: String(ticket.id),
    action: twice ? 'paid_twice' : 'paid',
    before: { paid_cents: before.paidCents },
    after: { paid_cents: before.paidCents + paid.amountCents, method: paid.method ?? 'machine' },
  })
  const after = await stayOf(db, ticket, paid.now)
  if (after.state === 'paid')
    await tellGates(db, { kind: 'paid', ticket, deadlineAt: after.exitDeadlineAt, at: paid.now })
  return after
}

/** The ticket that stands for the stay of this code, locked: one that is blocked was replaced. */
async function lockStanding(db: Db, code: string): Promise<StoredTicket> {
  const named = await ticketByCode(db, code)
  if (!named) throw fail('ticket_not_found')
  let ticket = await lockTicket(db, named.id)
  while (ticket.blocked_at !== null) {
    const next = await replacementOf(db, ticket.id)
    if (!next) return ticket
    ticket = await lockTicket(db, next.id)
  }
  return ticket
}

/** The newest payment of the portal for this stay, if one was made, is one of two. */
async function openTwice(db: Db, ticketId: number, { amountCents, now }: MachinePayment): Promise<void> {
  const segments = await segmentsOf(db, ticketId)
  const paymentId = segments.findLast(({ payment_id }) => payment_id !== null)?.payment_id
  if (paymentId) await openPaidTwice(db, { paymentId, amountCents, now })
}
