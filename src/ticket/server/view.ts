import { durationText, isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { humanMoney, toReais, wireMoney } from '#kit/money.ts'
import type { WireTicket } from '../contract.ts'
import type { Stay } from '../stay.ts'
import type { TicketSummary } from './ticketSnapshot.ts'

export function alreadyPaidFailure(ticket: TicketSummary, stay: Stay, now: Date) {
  const fresh = wireTicket(ticket, stay, now)
  return fail('already_paid', { data: { ticket: fresh, ticket_dt_exit: fresh.ticket_dt_exit } })
}

export function wireTicket(ticket: TicketSummary, stay: Stay, now: Date): WireTicket {
  const iso = (at: Date | null) => (at === null ? null : isoIn(ticket.time_zone, at))
  return {
    code: ticket.code,
    lot: ticket.lot_name,
    ...(typeof ticket.lot_city_id === 'number' && { lot_city_id: ticket.lot_city_id }),
    ...(ticket.has_partners && { has_partners: true as const }),
    time_zone: ticket.time_zone,
    state: stay.state,
    ...wireMoney(stay.dueCents),
    time: durationText(stay.minutes),
    time_minutes: stay.minutes,
    entranceDateTime: isoIn(ticket.time_zone, ticket.entered_at),
    t_expires: iso(stay.quoteExpiresAt),
    free_until: iso(stay.freeUntil),
    ...(stay.state === 'covered' && { covered_until: iso(stay.coveredUntil) }),
    ticket_dt_exit: iso(stay.exitDeadlineAt),
    paid: toReais(stay.paidCents),
    paidHuman: humanMoney(stay.paidCents),
    breakdown: stay.lines.map((line) => ({ text: line.text, ...wireMoney(line.amountCents) })),
    server_now: isoIn(ticket.time_zone, now),
  }
}
