import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { openCase, caseStatus } from '#payment/server/ledger/cases.ts'
import { alertPlateTwice } from '#payment/server/ledger/staffAlerts.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { ofTicket, ticketByCode, ticketsInside } from '#ticket/server/store.ts'
import { wasInsideTwice } from '../jobs/enteredAsWalkIn.ts'
import { isActive } from '../../reservationState.ts'
import { findReservation, type Reservation } from '../store.ts'

type Entered = { code: string; plate: string | null; lotId: number; actor: string; now: Date }

/** Tells staff of another car with this plate inside the lot (docs/spec.md#r39). */
export async function notePlateTwice(tx: Tx, entered: Entered): Promise<void> {
  const { code, plate, lotId, actor, now } = entered
  if (plate === null) return
  const inside = await ticketsInside(tx, { lotId, plate })
  const others = inside.filter((ticket) => ticket.code !== code)
  const ticket = await ticketByCode(tx, code)
  const [other] = others
  if (!other || !ticket) return
  const after = { other: other.code }
  await audit(tx, { ...ofTicket(ticket.id, actor, now), action: 'plate_twice', after })
  const lot = (await lotNames(tx)).find(({ id }) => id === lotId)?.name ?? String(lotId)
  await alertPlateTwice(tx, { lot, codes: [other.code, code], now })
  for (const { id } of [ticket, ...others]) {
    const reservation = await findReservation(tx, 'ticket_id', id)
    if (reservation && isActive(reservation.state)) await openPlateTwice(tx, reservation, now)
  }
}

/**
 * Staff decide before a job captures a stay with another ticket of its plate. Opens the case `plate_twice`
 * once: a closed one lets jobs go on.
 */
export async function isPlateTwice(tx: Tx, reservation: Reservation, now: Date): Promise<boolean> {
  const known = await caseStatus(tx, reservation.payment_id, 'plate_twice')
  if (known !== null) return known === 'open'
  if (!(await wasInsideTwice(tx, reservation))) return false
  await openPlateTwice(tx, reservation, now)
  return true
}

async function openPlateTwice(tx: Tx, reservation: Reservation, now: Date): Promise<void> {
  const { payment_id: paymentId, hold_cents: amountCents } = reservation
  await openCase(tx, { paymentId, kind: 'plate_twice', amountCents }, now)
}
