import * as z from 'zod/mini'
import { later } from '#kit/clock.ts'
import { exitDeadline } from '../stay.ts'
import { price, tariffRules } from '../tariff.ts'
import type { StoredTicket } from './store.ts'

/**
 * 'Sair até' after a portal payment or waiver with `paidCents` paid in all; null if that is below the price at
 * `pricedAt` (docs/spec.md#r41).
 */
export function deadlineOf(
  ticket: StoredTicket,
  { paidAt, paidCents, pricedAt }: { paidAt: Date; paidCents: number; pricedAt: Date },
): Date | null {
  const rules = z.parse(tariffRules, ticket.rules)
  const forStayCents = paidCents - ticket.fee_cents
  const { entered_at: enteredAt, time_zone: timeZone } = ticket
  const owed = price(rules, { enteredAt, at: later(pricedAt, enteredAt), timeZone }).amountCents
  if (owed > forStayCents) return null
  return exitDeadline({ rules, enteredAt, paidAt, timeZone, paidCents: forStayCents })
}
