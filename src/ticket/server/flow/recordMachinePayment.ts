import type { Tx } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'
import { machinePaymentDeadline } from '../../quote/machinePaymentDeadline.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { type PaidSegment, stayAt } from '../../stay.ts'
import { type StayInput, readStay, stayInputOf } from '../stay.ts'
import {
  findTicketByCode,
  insertSegment,
  lockTicket,
  readStayRows,
  type StoredTicket,
  ticketAuditEntry,
} from '../store.ts'
import { fixValidations } from '../gate/fixValidations.ts'
import { flagOverpayment } from '../overpaid/flagOverpayment.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'

type MachinePayment = {
  code: string
  amountCents: number
  paidAt: Date
  method?: string
  now: Date
  actor: string
}

/**
 * Pays the replacement of a replaced ticket. `deadlineAt` is null if the payment opened none
 * (docs/spec.md#r38). Throws `ticket_not_found`.
 */
export async function recordMachinePayment(tx: Tx, paid: MachinePayment) {
  const ticket = await lockCurrentTicket(tx, paid.code)
  const told = { at: paid.paidAt, now: paid.now, actor: paid.actor, isTold: true }
  const rows = await fixValidations(tx, ticket, await readStayRows(tx, ticket), told)
  const input = stayInputOf(ticket, rows)
  const { facts, terms } = input
  const before = stayAt(facts, terms, paid.now)
  const paidAt = later(paid.paidAt, ticket.entered_at)
  const part = { n: before.nextSegmentN, amountCents: paid.amountCents, paidAt, exitDeadlineAt: null }
  const segment = { ...part, exitDeadlineAt: machinePaymentDeadline(facts, terms, part) }
  // The payer may have left: staff refund the duplicate.
  const isAlone = before.paidCents === 0 && before.offCents === 0
  const excessCents = isAlone ? 0 : excessCentsOf(input, segment, paid.now)
  const isOverpaid = excessCents > 0
  if (isOverpaid) await flagOverpayment(tx, ticket.id, { excessCents, now: paid.now })
  const { method = 'machine' } = paid
  await insertSegment(tx, {
    ticket_id: ticket.id,
    n: segment.n,
    amount_cents: paid.amountCents,
    source: 'machine',
    method,
    paid_at: paidAt,
    exit_deadline_at: segment.exitDeadlineAt,
  })
  await endOtherAttempts(tx, { ticketId: ticket.id, paymentId: null, now: paid.now })
  await audit(tx, {
    ...ticketAuditEntry(ticket.id, paid.actor, paid.now),
    action: isOverpaid ? 'paid_twice' : 'paid',
    before: { paid_cents: before.paidCents },
    after: {
      paid_cents: before.paidCents + paid.amountCents,
      method,
      ...(isOverpaid && { excess_cents: excessCents }),
    },
  })
  const after = await readStay(tx, ticket, paid.now)
  const deadlineAt = after.state === 'paid' ? segment.exitDeadlineAt : null
  if (deadlineAt !== null) await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt, at: paid.now })
  return { stay: after, deadlineAt }
}

/** Of a replaced number its replacement. Throws `ticket_not_found`. */
export async function lockCurrentTicket(tx: Tx, code: string): Promise<StoredTicket> {
  const found = await findTicketByCode(tx, code)
  if (!found) throw fail('ticket_not_found')
  let ticket = await lockTicket(tx, found.id)
  while (ticket.blocked_at !== null) {
    const replacement = tx.selectFrom('ticket').select('id').where('replaces_id', '=', ticket.id)
    const next = await replacement.executeTakeFirst()
    if (!next) return ticket
    ticket = await lockTicket(tx, next.id)
  }
  return ticket
}

function excessCentsOf({ facts, terms }: StayInput, segment: PaidSegment, now: Date): number {
  const withSegment = { ...facts, segments: [...facts.segments, segment] }
  return overpaidCents(withSegment, terms, now) - overpaidCents(facts, terms, now)
}
