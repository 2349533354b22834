import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { openKeptMoneyCases, settledSurplusCents } from '#review/server/keptMoneyCases.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import { type SegmentRow, segmentsOf, type StoredTicket } from '../store.ts'

export async function flagOverpayment(
  db: Db,
  ticketId: number,
  { excessCents, now }: { excessCents: number; now: Date },
): Promise<void> {
  const paymentIds = portalPaymentIds(await segmentsOf(db, ticketId))
  await openKeptMoneyCases(db, 'paid_twice', { paymentIds, amountCents: excessCents, now })
}

/**
 * Flags the excess of a car that left at `at`, less what was flagged or refunded before. `isOnTime`: all
 * payments precede the exit. The ticket must be locked.
 */
export async function flagOverpaymentAtExit(
  db: Db,
  ticket: StoredTicket,
  { at, now, isOnTime }: { at: Date; now: Date; isOnTime: boolean },
): Promise<void> {
  const segments = await segmentsOf(db, ticket.id)
  const { facts, terms } = stayInputOf(ticket, segments)
  const leftAt = isOnTime ? segments.reduce((last, { paid_at: paidAt }) => later(last, paidAt), at) : at
  const excessCents = overpaidCents(facts, terms, clampToEntrance(ticket, leftAt))
  if (excessCents === 0) return
  const paymentIds = portalPaymentIds(segments)
  const amountCents = excessCents - (await settledSurplusCents(db, paymentIds))
  if (amountCents > 0) await openKeptMoneyCases(db, 'paid_twice', { paymentIds, amountCents, now })
}

function portalPaymentIds(segments: readonly SegmentRow[]): number[] {
  return segments.flatMap(({ payment_id: id }) => (id === null ? [] : [id]))
}
