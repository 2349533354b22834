import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockTicketWithRows, type SegmentRow, ticketAuditEntry } from '../store.ts'
import { overpaidAtCounterCents } from './stayOver.ts'

type HandingBack = { ticketId: number; reason: string; actor: string; now: Date }

/** What staff gave back of machines' and tills' money pays nothing any more. Throws `nothing_over`. */
export async function handBackExcess({ db }: { readonly db: Db }, back: HandingBack): Promise<void> {
  const { ticketId, reason, actor, now } = back
  await transaction(db, async (tx) => {
    const { ticket, rows } = await lockTicketWithRows(tx, ticketId)
    const amountCents = overpaidAtCounterCents(ticket, rows, now)
    if (amountCents === 0) throw fail('nothing_over')
    for (const { id, cents } of splitBySegment(rows.segments, amountCents))
      await tx.updateTable('paid_segment').set({ handed_back_cents: cents }).where('id', '=', id).execute()
    const after = { amount_cents: amountCents, reason }
    await audit(tx, { ...ticketAuditEntry(ticketId, actor, now), action: 'handed_back', after })
  })
}

/** What each segment gives back in all, in centavos; the newest money first. */
function splitBySegment(segments: readonly SegmentRow[], amountCents: number) {
  let leftCents = amountCents
  return segments
    .filter(
      ({ source, undone_at: undoneAt }) => (source === 'machine' || source === 'till') && undoneAt === null,
    )
    .toReversed()
    .flatMap(({ id, amount_cents, handed_back_cents }) => {
      const cents = Math.min(leftCents, amount_cents - handed_back_cents)
      leftCents -= cents
      return cents === 0 ? [] : [{ id, cents: handed_back_cents + cents }]
    })
}
