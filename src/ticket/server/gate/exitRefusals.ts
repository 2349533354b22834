import type { Db, Tx } from '#db/schema.ts'
import { findReplacementChain } from '../store.ts'

type Refusal = { ticketId: number; gate: string; at: Date; reason: string; dueCents: number }

export async function recordExitRefusal(tx: Tx, refusal: Refusal): Promise<void> {
  const { ticketId, gate, at, reason, dueCents } = refusal
  await tx
    .insertInto('exit_refusal')
    .values({ ticket_id: ticketId, gate, at, reason, due_cents: dueCents === 0 ? null : dueCents })
    .execute()
}

type ExitQuestion = { deviceId: number; lotId: number; gate: string; at: Date; read: string }

/** A question that names no ticket is kept once for its device, text and minute (docs/spec.md#r51). */
export async function recordExitQuestion(tx: Tx, refusal: ExitQuestion): Promise<void> {
  const { deviceId, lotId, gate, at, read } = refusal
  const asked = { device_id: deviceId, lot_id: lotId, gate, at, read: read.slice(0, 64), reason: 'not_found' }
  await tx
    .insertInto('exit_refusal')
    .values(asked)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of the ticket, of those it replaces and of its replacements, oldest first. */
export async function readExitRefusals(db: Db, ticketId: number) {
  return db
    .selectFrom('exit_refusal')
    .select(['gate', 'at', 'reason', 'due_cents'])
    .where('ticket_id', 'in', [ticketId, ...(await findReplacementChain(db, ticketId))])
    .orderBy('id')
    .execute()
}
