import type { Db, Tx } from '#db/schema.ts'

/** Centavos; null for nothing due. */
type Refusal = { ticketId: number; gate: string; at: Date; reason: string; dueCents: number }

/** Stores what a gate answered to a car that may not leave, for the history of its ticket. */
export async function recordExitRefusal(tx: Tx, refusal: Refusal): Promise<void> {
  const { ticketId, gate, at, reason, dueCents } = refusal
  await tx
    .insertInto('exit_refusal')
    .values({ ticket_id: ticketId, gate, at, reason, due: dueCents === 0 ? null : dueCents })
    .execute()
}

export function exitRefusalsOf(db: Db, ticketIds: readonly number[]) {
  return db
    .selectFrom('exit_refusal')
    .select(['gate', 'at', 'reason', 'due'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id')
    .execute()
}
