import type { Db } from '#db/schema.ts'
import { openPaidTwice, settledTwiceCents } from '#payment/server/events/paidTwice.ts'
import { overpaidCents } from '../../quote/overpaid.ts'
import { momentOf, priceableWith } from '../stay.ts'
import { type SegmentRow, segmentsOf, type StoredTicket } from '../store.ts'

/** So much too much was paid for a stay: the payments of the portal for it, if any were made, are what can be given back. */
export async function openTwice(
  db: Db,
  ticketId: number,
  { tooMuchCents, now }: { tooMuchCents: number; now: Date },
): Promise<void> {
  const paymentIds = madeHere(await segmentsOf(db, ticketId))
  await openPaidTwice(db, { paymentIds, amountCents: tooMuchCents, now })
}

/**
 * The car of a ticket has left at `at`, and payments stood against what was due later, for nobody knew that it had left:
 * what was too much then, and staff have not been told of or given back, becomes a case. In the caller's transaction, with
 * the ticket locked.
 */
export async function openTwiceAtExit(
  db: Db,
  ticket: StoredTicket,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const segments = await segmentsOf(db, ticket.id)
  const { facts, terms } = priceableWith(ticket, segments)
  const tooMuchCents = overpaidCents(facts, terms, momentOf(ticket, at))
  if (tooMuchCents === 0) return
  const paymentIds = madeHere(segments)
  const amountCents = tooMuchCents - (await settledTwiceCents(db, paymentIds))
  if (amountCents > 0) await openPaidTwice(db, { paymentIds, amountCents, now })
}

function madeHere(segments: readonly SegmentRow[]): number[] {
  return segments.flatMap(({ payment_id: id }) => (id === null ? [] : [id]))
}
