import type { Tx } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'
import { machineDeadline } from '../../quote/machineDeadline.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { type PaidSegment, type Stay, stayAt } from '../../stay.ts'
import { type Priceable, priceableOf, stayOf } from '../stay.ts'
import { insertSegment, lockTicket, replacementOf, type StoredTicket, ticketByCode } from '../store.ts'
import { flagOverpayment } from '../overpaid/flagOverpayment.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'

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
 * Records what was paid at a machine or a cashier, and answers how the stay stands now, and the exit deadline by which this
 * payment opened it, null where it did not (docs/spec.md#r38). A payment of the portal
 * that is still open finds the stay paid; one at the bank is ended, and given back if it comes all the same. What was paid
 * above what the stay owed, beside a payment of the portal, becomes a case for staff, however late it is told. Money put on
 * a ticket that was replaced counts for the one that replaced it. Runs in the caller's transaction. Throws
 * `ticket_not_found`.
 */
export async function recordMachinePayment(
  db: Tx,
  paid: MachinePayment,
): Promise<{ stay: Stay; deadlineAt: Date | null }> {
  const ticket = await lockStanding(db, paid.code)
  const stands = await priceableOf(db, ticket)
  const before = stayAt(stands.facts, stands.terms, paid.now)
  const paidAt = later(paid.paidAt, ticket.entered_at)
  const part = { n: before.segmentN, amountCents: paid.amountCents, paidAt, exitDeadlineAt: null }
  const segment = { ...part, exitDeadlineAt: machineDeadline(stands.facts, stands.terms, part) }
  // Somebody paid what was paid already, and may have left since: staff give it back.
  const tooMuchCents = before.paidCents === 0 ? 0 : madeTooMuch(stands, segment, paid.now)
  const twice = tooMuchCents > 0
  if (twice) await flagOverpayment(db, ticket.id, { tooMuchCents, now: paid.now })
  await insertSegment(db, {
    ...segment,
    ticketId: ticket.id,
    source: 'machine',
    method: paid.method ?? 'machine',
    paymentId: null,
  })
  await endOtherAttempts(db, { ticketId: ticket.id, paymentId: null, now: paid.now })
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
  const deadlineAt = after.state === 'paid' ? segment.exitDeadlineAt : null
  if (deadlineAt !== null) await publishGateEvent(db, { kind: 'paid', ticket, deadlineAt, at: paid.now })
  return { stay: after, deadlineAt }
}

/** The ticket that stands for the stay of this code, locked: one that is blocked was replaced. */
async function lockStanding(db: Tx, code: string): Promise<StoredTicket> {
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

/** How much more is too much with this segment than without it; of what was too much before staff were told. */
function madeTooMuch({ facts, terms }: Priceable, segment: PaidSegment, now: Date): number {
  const told = { ...facts, segments: [...facts.segments, segment] }
  return overpaidCents(told, terms, now) - overpaidCents(facts, terms, now)
}
