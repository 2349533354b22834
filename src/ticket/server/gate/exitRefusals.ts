import type { Db, Tx } from '#db/schema.ts'

type Refusal = { ticketId: number; gate: string; at: Date; reason: string; dueCents: number }

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
