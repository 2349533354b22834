import { mayLeave, minuteAfter } from '#parking/exitMinute.ts'
import type { WireTicket } from '../../contract.ts'

type Shown = Pick<WireTicket, 'state' | 't_expires' | 'free_until' | 'ticket_dt_exit' | 'server_now'>

/** By the server's clock; null for never. */
export function msUntilExpiry(ticket: Shown): number | null {
  const { t_expires: priceUntil, server_now: now } = ticket
  const lastMinute = ticket.free_until ?? (ticket.state === 'paid' ? ticket.ticket_dt_exit : null)
  const minuteEnd = lastMinute === null ? null : minuteAfter(new Date(lastMinute))
  const end = priceUntil === null ? minuteEnd : new Date(priceUntil)
  if (end === null) return null
  const left = end.getTime() - Date.parse(now)
  return left < 0 ? null : left
}

export function isExitPast({ ticket_dt_exit: until, server_now: now }: Shown): boolean {
  return until !== null && !mayLeave(new Date(until), new Date(now))
}
