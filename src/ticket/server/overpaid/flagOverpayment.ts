import type { Db } from '#db/schema.ts'
import { later } from '#kit/clock.ts'
import { openPaidTwice, settledTwiceCents } from '#review/server/paidTwice.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { momentOf, priceableWith } from '../stay.ts'
import { type SegmentRow, segmentsOf, type StoredTicket } from '../store.ts'

/** So much too much was paid for a stay: the payments of the portal for it, if any were made, are what can be given back. */
export async function flagOverpayment(
  db: Db,
  ticketId: number,
  { tooMuchCents, now }: { tooMuchCents: number; now: Date },
): Promise<void> {
  const paymentIds = madeHere(await segmentsOf(db, ticketId))
  await openPaidTwice(db, { paymentIds, amountCents: tooMuchCents, now })
}

/**
 * The car of a ticket has left at `at`, and payments stood against what was due later, for nobody knew that it had left:
 * what was too much then, and staff have not been told of or given back, becomes a case. `isOnTime`: the gate tells it as it
 * happens, so what has been paid was paid before, whatever its clock says. In the caller's transaction, with the ticket locked.
 */
export async function openTwiceAtExit(
  db: Db,
  ticket: StoredTicket,
  { at, now, isOnTime }: { at: Date; now: Date; isOnTime: boolean },
): Promise<void> {
  const segments = await segmentsOf(db, ticket.id)
  const { facts, terms } = priceableWith(ticket, segments)
  const leftAt = isOnTime ? segments.reduce((last, { paid_at: paidAt }) => later(last, paidAt), at) : at
  const tooMuchCents = overpaidCents(facts, terms, momentOf(ticket, leftAt))
  if (tooMuchCents === 0) return
  const paymentIds = madeHere(segments)
  const amountCents = tooMuchCents - (await settledTwiceCents(db, paymentIds))
  if (amountCents > 0) await openPaidTwice(db, { paymentIds, amountCents, now })
}

function madeHere(segments: readonly SegmentRow[]): number[] {
  return segments.flatMap(({ payment_id: id }) => (id === null ? [] : [id]))
}
