import type { Db, Tx } from '#db/schema.ts'
import { clockSkewMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { recordMovement } from '#parking/server/flow/recordMovement.ts'
import { lockPayment } from '#payment/server/store.ts'
import { openCameInTime } from '#review/server/paidTwice.ts'
import { bindHold } from '#payment/hold/server/openHold.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { isTaken } from '#ticket/server/codes/freeCode.ts'
import { savePrintedCode, printedCodeOf } from '#ticket/server/codes/printedCode.ts'
import { lockTicket, ticketByCode } from '#ticket/server/store.ts'
import { sameEntranceMs } from '../../terms.ts'
import { ordinaryTicketOf, ordinaryVisitAt } from '../jobs/enteredAsWalkIn.ts'
import { readGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import {
  awaitedAt,
  lockReservation,
  type Reservation,
  reservationOfCode,
  reservationOfGateToken,
} from '../store.ts'

/**
 * What the gate or a member of staff read. A QR code is shown on purpose, and so is the code of a reservation; a plate
 * is what the camera made of it. Any other code is the number that the gate printed for this car.
 */
export type Arriving = { qr?: string | null; code?: string | null; plate?: string | null }

export type Arrival = { lotId: number; gate: string; enteredAt: Date; now: Date; actor: string }
/** `reserved` is null for a car that told too late that it came in time: its ticket is an ordinary one. */
export type Arrived = { code: string; reserved: { plate: string; vehicle: string } | null }

/**
 * A car came for its reserved space: its ticket comes into being, and the hold stands for it; where the gate tells it
 * after the reservation has ended, its ticket is an ordinary one, and where it is told once more, nothing more is
 * issued. Answers null for a plate without a reservation here, a code that is nobody's, and a QR code that was not good
 * (any more) when the car came. Throws `ticket_exists` for the code of a reservation that cannot enter, and for a
 * printed number that is taken. In the caller's transaction.
 */
export async function arrive(
  db: Tx,
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
  const over = qr === null && found ? await visitBefore(db, found, arriving, arrival) : undefined
  if (over) return toldAgain(db, { ticket_code: over.code }, code, null)
  // The number of a reservation is no paper of a gate's.
  if (found && named && named.id !== found.id) throw fail('ticket_exists')
  const printed = named ? null : code
  return found ? enterOrLate(db, found, { ...arrival, printed, byPlate: qr === null }) : null
}

async function foundBy(
  db: Db,
  gateKey: Buffer,
  { qr = null, plate = null }: Arriving,
  { lotId, enteredAt: at }: Arrival,
): Promise<Reservation | undefined> {
  if (qr !== null) {
    const token = readGateCode(gateKey, qr)
    return token === null ? undefined : reservationOfGateToken(db, token)
  }
  if (plate === null) return undefined
  const awaited = await awaitedAt(db, { plate, lotId, at })
  const active = awaited.find(({ state }) => state === 'preauthorised')
  const over = awaited.find((one) => wasInside(one, at))
  if (over) return over
  if (active && wasGood(active, at)) return active
  return (
    awaited.find((one) => wasGood(one, at)) ??
    awaited.find((one) => one.exited_at === null && isSameEntrance(one, at)) ??
    // A plate with an active reservation enters it, whatever else the gate says (docs/reservation.md#late-gates).
    active ??
    awaited.find((one) => isSameEntrance(one, at))
  )
}

/**
 * The visit by an ordinary ticket that a plate is told of once more, where it had begun before the reservation was made
 * and is over: it is nobody's arrival, and its hours have been paid.
 */
async function visitBefore(
  db: Db,
  { created_at: madeAt }: Reservation,
  { plate = null }: Arriving,
  { lotId, enteredAt: at }: Arrival,
) {
  return plate === null || at >= madeAt ? undefined : ordinaryVisitAt(db, { plate, lotId, at })
}

/** `printed`: what the gate printed, which opens the same stay from here on. */
type Entering = Arrival & { readonly printed: string | null; readonly byPlate: boolean }

async function enterOrLate(db: Tx, found: Reservation, entering: Entering): Promise<Arrived | null> {
  return (await enter(db, found, entering)) ?? enterLate(db, found, entering)
}

async function enter(db: Tx, found: Reservation, arrival: Entering): Promise<Arrived | null> {
  const { lotId, gate, printed, byPlate, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  // A QR code and the code of a reservation are good for one entrance.
  if (byPlate && reservation.lot_id === lotId && isToldAgain(reservation, enteredAt))
    return toldAgain(db, reservation, printed, shownOf(reservation))
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
  await recordMovement(db, { lotId, space: 'reserves', change: 1, at: enteredAt })
  return { code, reserved: shownOf(reservation) }
}

function shownOf({ plate, vehicle_name: vehicle }: Reservation) {
  return { plate, vehicle }
}

type Came = { entered_at: Date | null; exited_at: Date | null }

/**
 * Whether a car that came is told of once more: it came then or later, as a gate or staff have said, and was still
 * there.
 */
function isSameEntrance({ entered_at: cameAt, exited_at: leftAt }: Came, at: Date): boolean {
  return cameAt !== null && at <= plus(cameAt, sameEntranceMs) && (leftAt === null || at < leftAt)
}

/** Whether a car was inside then, by a visit that is over: it came for nothing else at that instant. */
function wasInside({ entered_at: cameAt, exited_at: leftAt }: Came, at: Date): boolean {
  return cameAt !== null && leftAt !== null && at >= plus(cameAt, -sameEntranceMs) && at < leftAt
}

function isToldAgain(came: Came, at: Date): boolean {
  return isSameEntrance(came, at) || wasInside(came, at)
}

/** Nothing is issued; the number that a gate printed for a car without one opens its stay too. Null for a further number. */
async function toldAgain(
  db: Tx,
  { ticket_code: code }: Pick<Reservation, 'ticket_code'>,
  printed: string | null,
  reserved: Arrived['reserved'],
): Promise<Arrived | null> {
  const again = { code, reserved }
  if (printed === null || printed === (await printedCodeOf(db, code))) return again
  // What is told of the stay meanwhile, as that it is paid, is told by this number too, or waits for it.
  const ticket = await ticketByCode(db, code)
  if (ticket) await lockTicket(db, ticket.id)
  return !(await isTaken(db, printed)) && (await savePrintedCode(db, printed, code)) ? again : null
}

/**
 * The car came before its reservation ended, at a gate that tells it now: the space is gone, and what is kept may be
 * taken. It gets an ordinary ticket, by the code that its driver has, and staff look at what was kept. Null for any
 * other.
 */
async function enterLate(db: Tx, found: Reservation, arrival: Entering): Promise<Arrived | null> {
  const { lotId, gate, printed, enteredAt, now, actor } = arrival
  const payment = await lockPayment(db, found.payment_id)
  const reservation = await lockReservation(db, found.payment_id)
  const { ticket_code: code, plate } = reservation
  if (reservation.lot_id !== lotId || !hasEnded(reservation) || !wasGood(reservation, enteredAt)) return null
  const known = await ticketByCode(db, code)
  if (known) return isToldAgain(known, enteredAt) ? toldAgain(db, reservation, printed, null) : null
  const ordinary = await ordinaryTicketOf(db, reservation)
  if (ordinary && isToldAgain(ordinary, enteredAt))
    return toldAgain(db, { ticket_code: ordinary.code }, printed, null)
  await issueTicket(db, { lotId, gate, code, printed, plate, enteredAt, now })
  await openCameInTime(db, { paymentIds: [payment.id], amountCents: payment.amount_cents, now })
  const entry = { at: now, actor, subject: 'reservation', subjectId: String(reservation.id) } as const
  const told = { state: reservation.state, entered_at: enteredAt }
  await audit(db, { ...entry, action: 'came_in_time', before: null, after: told })
  await recordMovement(db, { lotId, space: 'normal', change: 1, at: enteredAt })
  return { code, reserved: null }
}

/** Whether a reservation stood at `at`, with its money held, whatever has ended it since. */
function wasGood(reservation: Reservation, at: Date): boolean {
  const { state, created_at: madeAt, updated_at: changedAt, arrive_until_at: latestAt } = reservation
  if (at < plus(madeAt, -clockSkewMs) || at > latestAt) return false
  return state === 'preauthorised' || (hasEnded(reservation) && (state === 'no_show' || at < changedAt))
}

/** Its space went back, and its hold was to be used or released. */
function hasEnded({ state, was_paid_for: wasPaidFor }: Reservation): boolean {
  return wasPaidFor && (state === 'cancelled' || state === 'no_show' || state === 'released')
}
