import { canExitAt, exitDeadlineEnd } from '#parking/exitDeadline.ts'
import type { WireTicket } from '../../contract.ts'

type ExpiryFields = Pick<
  WireTicket,
  'state' | 't_expires' | 'free_until' | 'covered_until' | 'ticket_dt_exit' | 'server_now'
>

/** By the server's clock; null for never. */
export function msUntilExpiry(ticket: ExpiryFields): number | null {
  const { t_expires: priceUntil, server_now: now } = ticket
  const lastMinute =
    ticket.free_until ?? ticket.covered_until ?? (ticket.state === 'paid' ? ticket.ticket_dt_exit : null)
  const minuteEnd = lastMinute === null ? null : exitDeadlineEnd(new Date(lastMinute))
  const end = priceUntil === null ? minuteEnd : new Date(priceUntil)
  if (end === null) return null
  const left = end.getTime() - Date.parse(now)
  return left < 0 ? null : left
}

export function isExitDeadlinePast({ ticket_dt_exit: until, server_now: now }: ExpiryFields): boolean {
  return until !== null && !canExitAt(new Date(until), new Date(now))
}
