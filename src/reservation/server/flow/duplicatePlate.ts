import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { openCase, findCaseStatus } from '#payment/server/ledger/cases.ts'
import { alertDuplicatePlate } from '#payment/server/ledger/staffAlerts.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import { ticketAuditEntry, findTicketByCode, findTicketsInside } from '#ticket/server/store.ts'
import { hadDuplicatePlateInside } from '../jobs/walkIn.ts'
import { isReserveActive } from '../../reservationState.ts'
import { findReservation, type Reservation } from '../store.ts'

type EnteredCar = { code: string; plate: string | null; lotId: number; actor: string; now: Date }

/** Alerts staff to another car with this plate inside the lot (docs/spec.md#r39). */
export async function flagDuplicatePlate(tx: Tx, entered: EnteredCar): Promise<void> {
  const { code, plate, lotId, actor, now } = entered
  if (plate === null) return
  const others = (await findTicketsInside(tx, { lotId, plate })).filter((ticket) => ticket.code !== code)
  const ticket = await findTicketByCode(tx, code)
  const [other] = others
  if (!other || !ticket) return
  const after = { other: other.code }
  await audit(tx, { ...ticketAuditEntry(ticket.id, actor, now), action: 'plate_twice', after })
  const lot = (await readLotNamesById(tx)).get(lotId) ?? String(lotId)
  await alertDuplicatePlate(tx, { lot, codes: [other.code, code], now })
  for (const { id } of [ticket, ...others]) {
    const reservation = await findReservation(tx, 'ticket_id', id)
    if (reservation && isReserveActive(reservation.state)) await openDuplicatePlateCase(tx, reservation, now)
  }
}

/** Whether staff must decide first, as another ticket has the plate. Opens the case `plate_twice` once. */
export async function needsPlateDecision(tx: Tx, reservation: Reservation, now: Date): Promise<boolean> {
  const known = await findCaseStatus(tx, reservation.payment_id, 'plate_twice')
  if (known !== null) return known === 'open'
  if (!(await hadDuplicatePlateInside(tx, reservation))) return false
  await openDuplicatePlateCase(tx, reservation, now)
  return true
}

async function openDuplicatePlateCase(tx: Tx, reservation: Reservation, now: Date): Promise<void> {
  const { payment_id: paymentId, hold_cents: amountCents } = reservation
  await openCase(tx, { paymentId, kind: 'plate_twice', amountCents }, now)
}
