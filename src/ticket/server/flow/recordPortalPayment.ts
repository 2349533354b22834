import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import type { PaidResult } from '#payment/server/payable.ts'
import { countedValidations } from '../../benefit.ts'
import { stayAt } from '../../stay.ts'
import { clampToEntrance, portalExitDeadline, stayFromRows, stayInputOf } from '../stay.ts'
import { insertSegment, lockTicketWithRows, type StayRows, type StoredTicket } from '../store.ts'
import { publishGateEvent } from '../gate/publishGateEvent.ts'
import { fixValidations } from '../gate/fixValidations.ts'

type PortalPayment = {
  ticketId: number
  n: number
  amountCents: number
  paymentId: number
  /** Unparsed lines of the frozen price; null for the end of a hold, which is priced when it is captured. */
  breakdown: unknown
  paidAt: Date
  /** When the amount was computed; null for a quoted amount, which is honoured. */
  pricedAt: Date | null
}

/**
 * Publishes the gate event too. The exit deadline is null if the stay is not paid until `pricedAt`. Of an amount that was
 * frozen before a validation only what was due then is kept: `overCents` is the rest.
 */
export async function recordPortalPayment(tx: Tx, part: PortalPayment, now: Date): Promise<PaidResult> {
  const { ticket, rows } = await lockTicketWithRows(tx, part.ticketId)
  const stay = stayFromRows(ticket, rows, now)
  if (ticket.blocked_at !== null) return { notOwed: 'replaced' }
  if (stay.nextSegmentN !== part.n) return { notOwed: 'paid' }
  if (ticket.exited_at !== null) return { notOwed: 'exited' }
  const { paidAt } = part
  const frozen = linesOffOf(part.breakdown)
  const amountCents = owedOf(ticket, rows, { ...part, frozen }, now)
  if (amountCents === 0) return { notOwed: 'validated' }
  const fixed = await fixValidations(tx, ticket, rows, {
    at: paidAt,
    now,
    actor: 'customer',
    linesOff: frozen,
  })
  const { paidCents, offCents } = stayFromRows(ticket, fixed, clampToEntrance(ticket, paidAt))
  const isEnded = fixed.validations.some(({ id, granted_cents }) => frozen.has(id) && granted_cents === null)
  const exitDeadlineAt = portalExitDeadline(ticket, {
    paidAt,
    paidCents: paidCents + offCents + amountCents,
    // A quote is not honoured beyond the five minutes after its validation was undone.
    pricedAt: isEnded ? paidAt : part.pricedAt,
  })
  const { ticketId: ticket_id, n, paymentId: payment_id } = part
  const row = { ticket_id, n, amount_cents: amountCents, source: 'portal', payment_id } as const
  await insertSegment(tx, { ...row, paid_at: paidAt, exit_deadline_at: exitDeadlineAt })
  if (exitDeadlineAt !== null)
    await publishGateEvent(tx, { kind: 'paid', ticket, deadlineAt: exitDeadlineAt, at: now })
  return { exitDeadlineAt, overCents: part.amountCents - amountCents }
}

const breakdownLines = z.array(z.object({ amountCents: z.number(), validationId: z.optional(z.number()) }))

/** Centavos by the validation's id. */
function linesOffOf(breakdown: unknown): ReadonlyMap<number, number> {
  const lines = breakdown === null ? [] : z.parse(breakdownLines, breakdown)
  return new Map(
    lines.flatMap(({ validationId, amountCents }) =>
      validationId === undefined ? [] : [[validationId, -amountCents] as const],
    ),
  )
}

type Frozen = PortalPayment & { frozen: ReadonlyMap<number, number> }

/** Centavos that the stay owes of the amount: all of it, unless it was frozen without a validation that counts. */
function owedOf(ticket: StoredTicket, rows: StayRows, part: Frozen, now: Date): number {
  const { facts, terms } = stayInputOf(ticket, rows)
  const isFrozenWithout = countedValidations(facts.validations ?? [], now).some(
    ({ id, grantedCents }) => grantedCents === null && !part.frozen.has(id),
  )
  if (part.breakdown === null || !isFrozenWithout) return part.amountCents
  const { dueCents } = stayAt(facts, terms, clampToEntrance(ticket, part.paidAt))
  return Math.min(part.amountCents, dueCents)
}
