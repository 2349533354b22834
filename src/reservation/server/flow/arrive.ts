import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { moveCar } from '#parking/server/flow/moveCar.ts'
import { lockPayment } from '#payment/server/store.ts'
import { bindHold } from '#payment/server/flow/hold/openHold.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { ticketByCode } from '#ticket/server/store.ts'
import { readGateCode } from '../gateCode.ts'
import {
  activeOfPlate,
  changeReservation,
  lockReservation,
  type Reservation,
  reservationOfCode,
  reservationOfGateToken,
} from '../store.ts'

/** What the gate or a member of staff read. */
export type Arriving = { qr: string } | { code: string } | { plate: string }

export type Arrival = { lotId: number; gate: string; enteredAt: Date; now: Date; actor: string }
export type Arrived = { code: string; plate: string; vehicle: string }

/**
 * A car came for its reserved space: its ticket comes into being, and the hold stands for it. Answers null for
 * a plate without a reservation here, a code that is nobody's, and a QR code that is not good (any more). Throws
 * `ticket_exists` for the code of a reservation that cannot enter. In the caller's transaction.
 */
export async function arrive(
  db: Db,
  gateKey: Buffer,
  arriving: Arriving,
  arrival: Arrival,
): Promise<Arrived | null> {
  const found = await findArriving(db, gateKey, arriving)
  const entered = found && (await enter(db, found, arrival))
  if (entered) return entered
  if ('code' in arriving && found) throw fail('ticket_exists')
  return null
}

async function findArriving(db: Db, gateKey: Buffer, arriving: Arriving): Promise<Reservation | undefined> {
  if ('code' in arriving) return reservationOfCode(db, arriving.code)
  if ('plate' in arriving) return activeOfPlate(db, arriving.plate)
  const token = readGateCode(gateKey, arriving.qr)
  return token === null ? undefined : reservationOfGateToken(db, token)
}

async function enter(db: Db, found: Reservation, arrival: Arrival): Promise<Arrived | null> {
  const { lotId, gate, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  const inTime = reservation.deadline_at === null || enteredAt <= reservation.deadline_at
  const awaited = reservation.state === 'preauthorised' && payment.state === 'authorised' && inTime
  if (!awaited || reservation.lot_id !== lotId) return null
  const { ticket_code: code, plate, vehicle_name: vehicle } = reservation
  await issueTicket(db, { lotId, gate, code, plate, enteredAt, now })
  const ticket = await ticketByCode(db, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  await bindHold(db, payment.id, ticket.id, now)
  const change = { to: 'entered', deadlineAt: payment.deadline_at, ticketId: ticket.id, actor, now } as const
  await changeReservation(db, reservation, change)
  await moveCar(db, { lotId, space: 'reserves', change: 1, at: enteredAt })
  return { code, plate, vehicle }
}
