import * as z from 'zod/mini'
import { later, plus } from '#kit/clock.ts'
import { exitDeadline } from '../stay.ts'
import { price, tariffRules } from '../tariff.ts'
import type { StoredTicket } from './store.ts'

/**
 * 'Sair até' of a payment that leaves `paidCents` paid in all. When that is less than the price of `pricedAt`
 * nothing opens: the deadline is past.
 */
export function deadlineOf(
  ticket: StoredTicket,
  { paidAt, paidCents, pricedAt }: { paidAt: Date; paidCents: number; pricedAt: Date },
): Date {
  const rules = z.parse(tariffRules, ticket.rules)
  const forStayCents = paidCents - ticket.fee_cents
  const { entered_at: enteredAt, time_zone: timeZone } = ticket
  const owed = price(rules, { enteredAt, at: later(pricedAt, enteredAt), timeZone }).amountCents
  if (owed > forStayCents) return plus(paidAt, -1)
  return exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents: forStayCents })
}
