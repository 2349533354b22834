import type { Tx } from '#db/schema.ts'
import { addMs, minuteMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { quoteMinutes, type Stay } from '../../stay.ts'
import { readStay, validationText } from '../stay.ts'
import { lockTicket, type StoredTicket, ticketAuditEntry } from '../store.ts'
import { setSegmentUndone } from '../gate/fixValidations.ts'

type Undoing = { readonly id: number; readonly by: string; readonly reason: string; readonly now: Date }

type UndoRefusal = 'not_found' | 'validation_fixed'

/**
 * The price comes back in five minutes (docs/spec.md#r21). `not_found` also for one that was undone before. Locks the
 * ticket; the caller has checked who may undo it, and locks nothing that comes after.
 */
export async function undoValidation(tx: Tx, undoing: Undoing): Promise<UndoRefusal | { stay: Stay }> {
  const { id, by, reason, now } = undoing
  const ticket = await lockTicketOf(tx, id)
  const row = await tx.selectFrom('validation').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || row.undone_at !== null) return 'not_found'
  if (row.fixed_at !== null || ticket === null) return 'validation_fixed'
  const counts_until_at = addMs(now, quoteMinutes * minuteMs)
  await tx
    .updateTable('validation')
    .set({ undone_at: now, undone_by: by, reason, counts_until_at })
    .where('id', '=', id)
    .execute()
  await setSegmentUndone(tx, id, now)
  const after = { validation: validationText(row), reason }
  await audit(tx, { ...ticketAuditEntry(ticket.id, by, now), action: 'validation_undone', after })
  return { stay: await readStay(tx, { ...ticket, has_partners: true }, now) }
}

/** A replacement of the ticket takes its validations along. */
async function lockTicketOf(tx: Tx, id: number): Promise<StoredTicket | null> {
  const find = () => tx.selectFrom('validation').select('ticket_id').where('id', '=', id).executeTakeFirst()
  let ticketId = (await find())?.ticket_id ?? null
  for (;;) {
    if (ticketId === null) return null
    const ticket = await lockTicket(tx, ticketId)
    ticketId = (await find())?.ticket_id ?? null
    if (ticketId === ticket.id) return ticket
  }
}
