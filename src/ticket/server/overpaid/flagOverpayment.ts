import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { openKeptMoneyCases, settledSurplusCents } from '#review/server/keptMoneyCases.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { clampToEntrance, stayInputOf } from '../stay.ts'
import { type SegmentRow, listSegments, type StoredTicket } from '../store.ts'

type Excess = { excessCents: number; now: Date }

export async function flagOverpayment(db: Db, ticketId: number, excess: Excess): Promise<void> {
  const paymentIds = portalPaymentIds(await listSegments(db, ticketId))
  await openKeptMoneyCases(db, 'paid_twice', { paymentIds, amountCents: excess.excessCents, now: excess.now })
}

type Exit = { at: Date; now: Date; isOnTime: boolean }

/** Leaves out what was flagged or refunded before. `isOnTime`: all payments precede the exit. */
export async function flagOverpaymentAtExit(db: Db, ticket: StoredTicket, left: Exit): Promise<void> {
  const { at, now, isOnTime } = left
  const segments = await listSegments(db, ticket.id)
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
