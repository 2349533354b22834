import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import type { Stay } from '../../stay.ts'
import { deadlineOf, stayOf } from '../stay.ts'
import { insertSegment, lockTicket } from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { isBeingPaid } from '#payment/server/views/paymentsOfTicket.ts'
import { endOtherAttempts } from '#payment/server/settle/endOtherAttempts.ts'

export type Waiver = { ticketId: number; reason: string; actor: string; now: Date }

/**
 * Waives the due amount as a segment without money. Takes the lock that payments take. Throws
 * `payment_in_flight`, `nothing_due`.
 */
export async function waiveDue(tx: Tx, { ticketId, reason, actor, now }: Waiver): Promise<Stay> {
  const ticket = await lockTicket(tx, ticketId)
  const before = await stayOf(tx, ticket, now)
  if (before.dueCents === 0) throw fail('nothing_due')
  if (await isBeingPaid(tx, ticketId)) throw fail('payment_in_flight')
  const amountCents = before.dueCents
  const paidCents = before.paidCents + amountCents
  const exitDeadlineAt = deadlineOf(ticket, { paidAt: now, paidCents, pricedAt: now })
  await insertSegment(tx, {
    ticketId,
    n: before.segmentN,
    amountCents,
    source: 'waiver',
    paymentId: null,
    paidAt: now,
    exitDeadlineAt,
  })
  await audit(tx, {
    at: now,
    actor,
    subject: 'ticket',
    subjectId: String(ticketId),
    action: 'waived',
    before: { paid_cents: before.paidCents },
    after: { paid_cents: paidCents, amount_cents: amountCents, reason },
  })
  await endOtherAttempts(tx, { ticketId, paymentId: null, now })
  const after = await stayOf(tx, ticket, now)
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return after
}
