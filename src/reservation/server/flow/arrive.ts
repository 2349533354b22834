import type { Db } from '#db/schema.ts'
import { minuteMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { moveCar } from '#parking/server/flow/moveCar.ts'
import { lockPayment } from '#payment/server/store.ts'
import { openCameInTime } from '#payment/server/events/paidTwice.ts'
import { bindHold } from '#payment/server/flow/hold/openHold.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { printedFor } from '#ticket/server/codes/printedCode.ts'
import { ticketByCode } from '#ticket/server/store.ts'
import { reserveAllows } from '../../reservationState.ts'
import { readGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import {
  activeOfCar,
  endedOfPlate,
  lockReservation,
  type Reservation,
  reservationOfCode,
  reservationOfGateToken,
} from '../store.ts'

/**
 * What the gate or a member of staff read. A QR code is shown on purpose, and so is the code of a reservation; a plate is what
 * the camera made of it. Any other code is the number that the gate printed for this car.
 */
export type Arriving = { qr?: string | null; code?: string | null; plate?: string | null }

export type Arrival = { lotId: number; gate: string; enteredAt: Date; now: Date; actor: string }
/** `reserved` is null for a car that told too late that it came in time: its ticket is an ordinary one. */
export type Arrived = { code: string; reserved: { plate: string; vehicle: string } | null }

/**
 * A car came for its reserved space: its ticket comes into being, and the hold stands for it; where the gate tells it after the
 * reservation has ended, its ticket is an ordinary one. Answers null for a plate without a reservation here, a code
 * that is nobody's, and a QR code that was not good (any more) when the car came. Throws `ticket_exists` for the code of a
 * reservation that cannot enter, and for a printed number that is taken. In the caller's transaction.
 */
export async function arrive(
  db: Db,
  gateKey: Buffer,
  arriving: Arriving,
  arrival: Arrival,
): Promise<Arrived | null> {
  const { qr = null, code = null } = arriving
  const named = code === null ? undefined : await reservationOfCode(db, code)
  if (qr === null && named) {
    const arrived = await enterOrLate(db, named, { ...arrival, printed: null, byPlate: false })
    if (!arrived) throw fail('ticket_exists')
    return arrived
  }
  const found = await foundBy(db, gateKey, arriving, arrival)
  // The number of a reservation is no paper of a gate's.
  if (found && named && named.id !== found.id) throw fail('ticket_exists')
  const printed = named ? null : code
  return found ? enterOrLate(db, found, { ...arrival, printed, byPlate: qr === null }) : null
}

async function foundBy(
  db: Db,
  gateKey: Buffer,
  { qr = null, plate = null }: Arriving,
  arrival: Arrival,
): Promise<Reservation | undefined> {
  if (qr !== null) {
    const token = readGateCode(gateKey, qr)
    return token === null ? undefined : reservationOfGateToken(db, token)
  }
  if (plate === null) return undefined
  return (await activeOfCar(db, plate)) ?? (await endedSince(db, plate, arrival))
}

/** `printed`: what the gate printed, which opens the same stay from here on. */
type Entering = Arrival & { readonly printed: string | null; readonly byPlate: boolean }

async function enterOrLate(db: Db, found: Reservation, entering: Entering): Promise<Arrived | null> {
  return (await enter(db, found, entering)) ?? enterLate(db, found, entering)
}

async function enter(db: Db, found: Reservation, arrival: Entering): Promise<Arrived | null> {
  const { lotId, gate, printed, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  if (await isToldAgain(db, reservation, arrival))
    return { code: reservation.ticket_code, reserved: shownOf(reservation) }
  const inTime = reservation.deadline_at === null || enteredAt <= reservation.deadline_at
  const awaited = reservation.state === 'preauthorised' && payment.state === 'authorised' && inTime
  if (!awaited || reservation.lot_id !== lotId) return null
  const { ticket_code: code, plate } = reservation
  await issueTicket(db, { lotId, gate, code, printed, plate, enteredAt, now })
  const ticket = await ticketByCode(db, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  await bindHold(db, payment.id, ticket.id, now)
  const change = { to: 'entered', deadlineAt: payment.deadline_at, ticketId: ticket.id, actor, now } as const
  await changeReservation(db, reservation, change)
  await moveCar(db, { lotId, space: 'reserves', change: 1, at: enteredAt })
  return { code, reserved: shownOf(reservation) }
}

function shownOf({ plate, vehicle_name: vehicle }: Reservation) {
  return { plate, vehicle }
}

/** No car leaves and comes again in less: a gate has told the same entrance by another key. A QR code is good for one entrance. */
const sameEntranceMs = 2 * minuteMs

async function isToldAgain(db: Db, reservation: Reservation, arrival: Entering): Promise<boolean> {
  const { entered_at: known, lot_id: lotId, ticket_code: code, state } = reservation
  if (!arrival.byPlate || known === null || lotId !== arrival.lotId || !reserveAllows('confirm', state))
    return false
  if (Math.abs(known.getTime() - arrival.enteredAt.getTime()) > sameEntranceMs) return false
  return arrival.printed === null || arrival.printed === (await printedFor(db, code))
}

/** A plate finds what is active; what has ended matters for a car that came earlier than now. */
async function endedSince(
  db: Db,
  plate: string,
  { lotId, enteredAt, now }: Arrival,
): Promise<Reservation | undefined> {
  return enteredAt < now ? endedOfPlate(db, lotId, plate) : undefined
}

/**
 * The car came before its reservation ended, at a gate that tells it now: the space is gone, and what is kept may be taken. It
 * gets an ordinary ticket, by the code that its driver has, and staff look at what was kept. Null for any other.
 */
async function enterLate(db: Db, found: Reservation, arrival: Entering): Promise<Arrived | null> {
  const { lotId, gate, printed, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  const { ticket_code: code, plate } = reservation
  const wasPaidFor = payment.take_cents !== null || payment.state === 'voided'
  if (reservation.lot_id !== lotId || !wasPaidFor || !wasGood(reservation, enteredAt)) return null
  if (await ticketByCode(db, code)) return null
  await issueTicket(db, { lotId, gate, code, printed, plate, enteredAt, now })
  await openCameInTime(db, { paymentIds: [payment.id], amountCents: payment.amount_cents, now })
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
