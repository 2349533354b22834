import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { moveCar } from '#parking/server/flow/moveCar.ts'
import { lockPayment } from '#payment/server/store.ts'
import { openPaidTwice } from '#payment/server/events/paidTwice.ts'
import { bindHold } from '#payment/server/flow/hold/openHold.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { ticketByCode } from '#ticket/server/store.ts'
import { readGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import {
  activeOfPlate,
  endedOfPlate,
  lockReservation,
  type Reservation,
  reservationOfCode,
  reservationOfGateToken,
} from '../store.ts'

/** What the gate or a member of staff read. */
export type Arriving = { qr: string } | { code: string } | { plate: string }

export type Arrival = { lotId: number; gate: string; enteredAt: Date; now: Date; actor: string }
/** `reserved` is null for a car that told too late that it came in time: its ticket is an ordinary one. */
export type Arrived = { code: string; reserved: { plate: string; vehicle: string } | null }

/**
 * A car came for its reserved space: its ticket comes into being, and the hold stands for it; where the gate tells it after the
 * reservation has ended, its ticket is an ordinary one. Answers null for a plate without a reservation here, a code
 * that is nobody's, and a QR code that was not good (any more) when the car came. Throws `ticket_exists` for the code of a
 * reservation that cannot enter. In the caller's transaction.
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
  const told = found ?? (await endedSince(db, arriving, arrival))
  const late = told && (await enterLate(db, told, arrival))
  if (late) return late
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
  return { code, reserved: { plate, vehicle } }
}

/** A plate finds what is active; what has ended matters for a car that came earlier than now. */
async function endedSince(
  db: Db,
  arriving: Arriving,
  { lotId, enteredAt, now }: Arrival,
): Promise<Reservation | undefined> {
  return 'plate' in arriving && enteredAt < now ? endedOfPlate(db, lotId, arriving.plate) : undefined
}

/**
 * The car came before its reservation ended, at a gate that tells it now: the space is gone, and what is kept may be taken. It
 * gets an ordinary ticket, by the code that its driver has, and staff look at what was kept. Null for any other.
 */
async function enterLate(db: Db, found: Reservation, arrival: Arrival): Promise<Arrived | null> {
  const { lotId, gate, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  const { ticket_code: code, plate } = reservation
  const wasPaidFor = payment.take_cents !== null || payment.state === 'voided'
  if (reservation.lot_id !== lotId || !wasPaidFor || !wasGood(reservation, enteredAt)) return null
  if (await ticketByCode(db, code)) return null
  await issueTicket(db, { lotId, gate, code, plate, enteredAt, now })
  await openPaidTwice(db, { paymentIds: [payment.id], amountCents: payment.amount_cents, now })
  const entry = { at: now, actor, subject: 'reservation', subjectId: String(reservation.id) } as const
  const told = { state: reservation.state, entered_at: enteredAt }
  await audit(db, { ...entry, action: 'came_in_time', before: null, after: told })
  await moveCar(db, { lotId, space: 'normal', change: 1, at: enteredAt })
  return { code, reserved: null }
}

/** Whether a reservation that has ended since still stood at `at`. */
function wasGood(reservation: Reservation, at: Date): boolean {
  const { state, created_at: madeAt, updated_at: changedAt, arrive_until_at: latestAt } = reservation
  if (at < madeAt) return false
  if (state === 'no_show') return at <= latestAt
  return (state === 'cancelled' || state === 'released') && at < changedAt
}
