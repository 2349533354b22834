import type { Tx } from '#db/schema.ts'
import type { Booking } from '#payment/server/payable.ts'
import { deadlineOf, stayWith } from '../stay.ts'
import { insertSegment, lockTicketAndSegments } from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'

type PaidPart = {
  ticketId: number
  n: number
  amountCents: number
  paymentId: number
  paidAt: Date
  /** When the amount was computed; null for a quoted amount, which is honoured. */
  pricedAt: Date | null
}

/**
 * Stores a paid segment and publishes its gate event. The exit deadline is null if the stay is not paid until
 * `pricedAt`.
 */
export async function paySegment(tx: Tx, part: PaidPart, now: Date): Promise<Booking> {
  const { ticket, segments } = await lockTicketAndSegments(tx, part.ticketId)
  const stay = stayWith(ticket, segments, now)
  if (ticket.blocked_at !== null) return { notOwed: 'replaced' }
  if (stay.segmentN !== part.n) return { notOwed: 'paid' }
  if (ticket.exited_at !== null) return { notOwed: 'exited' }
  const { paidAt } = part
  const paidCents = stay.paidCents + part.amountCents
  const exitDeadlineAt = deadlineOf(ticket, { paidAt, paidCents, pricedAt: part.pricedAt })
  const { ticketId: ticket_id, n, amountCents: amount_cents, paymentId: payment_id } = part
  const row = { ticket_id, n, amount_cents, source: 'portal', payment_id } as const
  await insertSegment(tx, { ...row, paid_at: paidAt, exit_deadline_at: exitDeadlineAt })
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return { exitDeadlineAt }
}
