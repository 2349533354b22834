import type { Tx } from '#db/schema.ts'
import type { PaidResult } from '#payment/server/payable.ts'
import { portalExitDeadline, stayFromRows } from '../stay.ts'
import { insertSegment, lockTicketAndSegments } from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'

type PortalPayment = {
  ticketId: number
  n: number
  amountCents: number
  paymentId: number
  paidAt: Date
  /** When the amount was computed; null for a quoted amount, which is honoured. */
  pricedAt: Date | null
}

/** Publishes the gate event too. The exit deadline is null if the stay is not paid until `pricedAt`. */
export async function recordPortalPayment(tx: Tx, part: PortalPayment, now: Date): Promise<PaidResult> {
  const { ticket, segments } = await lockTicketAndSegments(tx, part.ticketId)
  const stay = stayFromRows(ticket, segments, now)
  if (ticket.blocked_at !== null) return { notOwed: 'replaced' }
  if (stay.nextSegmentN !== part.n) return { notOwed: 'paid' }
  if (ticket.exited_at !== null) return { notOwed: 'exited' }
  const { paidAt } = part
  const paidCents = stay.paidCents + part.amountCents
  const exitDeadlineAt = portalExitDeadline(ticket, { paidAt, paidCents, pricedAt: part.pricedAt })
  const { ticketId: ticket_id, n, amountCents: amount_cents, paymentId: payment_id } = part
  const row = { ticket_id, n, amount_cents, source: 'portal', payment_id } as const
  await insertSegment(tx, { ...row, paid_at: paidAt, exit_deadline_at: exitDeadlineAt })
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return { exitDeadlineAt }
}
