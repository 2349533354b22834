import type { Tx } from '#db/schema.ts'
import { publishGateEvent } from '#ticket/server/gate/publishGateEvent.ts'
import { changeReservation } from './changeReservation.ts'
import type { Reservation } from './store.ts'

/** In the caller's transaction, which has locked reservation and ticket. */
export async function openUntil(
  tx: Tx,
  reservation: Reservation,
  { deadlineAt, actor, now }: { deadlineAt: Date; actor: string; now: Date },
): Promise<void> {
  await changeReservation(tx, reservation, { to: 'exit_confirmed', deadlineAt, actor, now })
  const ticket = { lot_id: reservation.lot_id, code: reservation.ticket_code }
  await publishGateEvent(tx, { kind: 'authorised', ticket, deadlineAt, at: now })
}
