import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { hasMail } from '../mails.ts'
import type { ReserveState, StateWithDeadline } from '../reservationState.ts'
import { reservationAuditEntry, type Reservation } from './store.ts'
import * as z from 'zod/mini'
import { reserveState } from '../wireReserve.ts'

type NextState =
  | { to: StateWithDeadline; deadlineAt: Date }
  | { to: Exclude<ReserveState, StateWithDeadline>; deadlineAt: Date | null }

type Change = NextState & {
  ticketId?: number
  actor: string
  now: Date
  note?: { reason: string }
}

/** Every change of state goes through here. */
export async function changeReservation(tx: Tx, reservation: Reservation, change: Change): Promise<void> {
  const { to, deadlineAt, actor, now } = change
  await tx
    .updateTable('reservation')
    .set({ state: to, deadline_at: deadlineAt, updated_at: now, ticket_id: change.ticketId })
    .where('id', '=', reservation.id)
    .execute()
  const before = { state: reservation.state }
  const after = { state: to, ...change.note }
  await audit(tx, { ...reservationAuditEntry(reservation.id, actor, now), action: to, before, after })
  if (!hasMail(to)) return
  const mail = { reservationId: reservation.id, from: reservation.state, to }
  await enqueue(tx, driverMailKind, mail, { key: `reservation-mail-${reservation.id}-${to}`, now })
}

export const driverMailKind = {
  name: 'reservation_mail',
  payload: z.object({ reservationId: z.number(), from: reserveState, to: reserveState }),
} as const
