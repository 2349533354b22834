import type { Db, Tx } from '#db/schema.ts'
import { findReplacementChain } from '../store.ts'

type Refusal = { ticketId: number; gate: string; at: Date; reason: string; dueCents: number }

export async function recordExitRefusal(tx: Tx, refusal: Refusal): Promise<void> {
  const { ticketId, gate, at, reason, dueCents } = refusal
  await tx
    .insertInto('exit_refusal')
    .values({ ticket_id: ticketId, gate, at, reason, due: dueCents === 0 ? null : dueCents })
    .execute()
}

/** Of the ticket, of those it replaces and of its replacements, oldest first. */
export async function readExitRefusals(db: Db, ticketId: number) {
  return db
    .selectFrom('exit_refusal')
    .select(['gate', 'at', 'reason', 'due'])
    .where('ticket_id', 'in', [ticketId, ...(await findReplacementChain(db, ticketId))])
    .orderBy('id')
    .execute()
}
