import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { recordMovement } from '#parking/server/flow/countOccupancy.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { openKeptMoneyCases } from '#review/server/keptMoneyCases.ts'
import { bindHold } from '#payment/hold/server/openHold.ts'
import { issueTicket } from '#ticket/server/flow/issueTicket.ts'
import { isCodeTaken, findCodeByPrinted, savePrintedCode } from '#ticket/server/codes/ticketCodes.ts'
import { lockTicket, savePlate, type StoredTicket, findTicketByCode } from '#ticket/server/store.ts'
import { platesOfCar } from '#vehicle/plate.ts'
import { chooseReservation, decideArrival, isRepeatedReport } from '../../arrivalDecision.ts'
import { sameEntranceMs } from '../../reserveTerms.ts'
import { findWalkInTicket, findPastWalkIn, findRepeatedWalkIn } from '../jobs/walkIn.ts'
import { verifyGateCode } from '../gateCode.ts'
import { changeReservation } from '../changeReservation.ts'
import { flagDuplicatePlate } from './duplicatePlate.ts'
import {
  findReservation,
  lockReservation,
  type Reservation,
  reservationAuditEntry,
  reservationQuery,
} from '../store.ts'

/** `code` is a reservation's, or the number that the gate printed. */
type GateReading = { qr?: string | null; code?: string | null; plate?: string | null }

type Arrival = { lotId: number; gate: string; enteredAt: Date; now: Date; actor: string }
/** `reservation` is null where the car has an ordinary ticket. */
type ArrivalResult = { code: string; reservation: { plate: string; vehicle: string } | null }

/** A reserved car's entrance or any car's repeat (docs/spec.md#r39), else null. Throws `ticket_exists`. */
export async function registerArrival(tx: Tx, gateKey: Buffer, reading: GateReading, arrival: Arrival) {
  const { qr = null, code = null, plate = null } = reading
  const byCode = code === null ? undefined : await findReservation(tx, 'ticket_code', code)
  if (qr === null && byCode) {
    const byPlate = plate !== null && platesOfCar(plate).includes(byCode.plate)
    const arrived = await enterOrRecordLate(tx, byCode, { ...arrival, printed: null, byPlate })
    if (!arrived) throw fail('ticket_exists')
    return arrived
  }
  const readPlate = qr === null ? plate : null
  const stay = code === null ? null : await findRepeatedStay(tx, code, readPlate, arrival)
  const scanned = qr === null || !stay ? null : await findReservationByReading(tx, gateKey, reading, arrival)
  if (stay && (scanned === null || scanned?.ticket_id === stay.id))
    return answerRepeatedCode(tx, stay, readPlate, arrival)
  const { lotId, enteredAt: at } = arrival
  const car = readPlate === null ? null : { plate: readPlate, lotId, at }
  const repeated = car && (await findRepeatedWalkIn(tx, car))
  if (repeated) return answerRepeatedEntrance(tx, repeated.code, code, null)
  const found = await findReservationByReading(tx, gateKey, reading, arrival)
  // The visit has ended, unless the car had its reservation at that instant.
  const past = car && !(found && at >= found.created_at) ? await findPastWalkIn(tx, car) : undefined
  if (past) return answerRepeatedEntrance(tx, past.code, code, null)
  // A reservation's code is never a number printed by a gate.
  if (found && byCode && byCode.id !== found.id) throw fail('ticket_exists')
  const printed = byCode ? null : code
  return found ? enterOrRecordLate(tx, found, { ...arrival, printed, byPlate: qr === null }) : null
}

/** The stay whose code is reported again in its first two minutes, of the same plate or of none. */
async function findRepeatedStay(
  db: Db,
  code: string,
  plate: string | null,
  { lotId, enteredAt: at }: Arrival,
) {
  const stay = await findTicketByCode(db, code)
  if (!stay || stay.lot_id !== lotId || (stay.exited_at !== null && stay.exited_at <= at)) return null
  if (Math.abs(stay.entered_at.getTime() - at.getTime()) > sameEntranceMs) return null
  const isOtherCar = plate !== null && stay.plate !== null && !platesOfCar(plate).includes(stay.plate)
  return isOtherCar ? null : stay
}

/** A plate that was read after the first report is kept with the ticket. */
async function answerRepeatedCode(tx: Tx, stay: StoredTicket, plate: string | null, arrival: Arrival) {
  const { lotId, actor, now } = arrival
  if (plate !== null && stay.plate === null) {
    await savePlate(tx, stay.id, plate)
    await flagDuplicatePlate(tx, { code: stay.code, plate, lotId, actor, now })
  }
  const reservation = await findReservation(tx, 'ticket_id', stay.id)
  return { code: stay.code, reservation: reservation ? carOf(reservation) : null }
}

async function findReservationByReading(db: Db, gateKey: Buffer, reading: GateReading, arrival: Arrival) {
  const { qr = null, plate = null } = reading
  const { lotId, enteredAt: at } = arrival
  if (qr !== null) {
    const token = verifyGateCode(gateKey, qr)
    return token === null ? undefined : findReservation(db, 'gate_token', token)
  }
  if (plate === null) return undefined
  return chooseReservation(await findReservationsOfPlate(db, { plate, lotId, at }), at)
}

/** A reservation of the plate as read comes first, then the oldest. */
function findReservationsOfPlate(db: Db, car: { plate: string; lotId: number; at: Date }) {
  return reservationQuery(db)
    .where('reservation.plate', 'in', platesOfCar(car.plate))
    .where('reservation.lot_id', '=', car.lotId)
    .where((eb) =>
      eb.or([
        eb('reservation.arrive_until_at', '>=', addMs(car.at, -sameEntranceMs)),
        eb('ticket.exited_at', '>', car.at),
      ]),
    )
    .orderBy(sql`reservation.plate = ${car.plate}`, 'desc')
    .orderBy('reservation.id')
    .execute()
}

type Entrance = Arrival & { readonly printed: string | null; readonly byPlate: boolean }

async function enterOrRecordLate(tx: Tx, found: Reservation, entrance: Entrance) {
  const payment = await lockPayment(tx, found.payment_id)
  const reservation = await lockReservation(tx, found.payment_id)
  const { lotId, byPlate, printed, enteredAt: at } = entrance
  switch (decideArrival({ reservation, lotId, byPlate, at })) {
    case 'repeated':
      return answerRepeatedEntrance(tx, reservation.ticket_code, printed, carOf(reservation))
    case 'enter':
      return enterReserved(tx, { payment, reservation }, entrance)
    case 'late':
      return enterAfterReservationEnd(tx, { payment, reservation }, entrance)
    case 'none':
      return null
  }
}

type LockedReservation = { payment: Payment; reservation: Reservation }

async function enterReserved(tx: Tx, { payment, reservation }: LockedReservation, entrance: Entrance) {
  const { lotId, gate, printed, enteredAt, now, actor } = entrance
  const { ticket_code: code, plate } = reservation
  await issueTicket(tx, { lotId, gate, code, printed, plate, enteredAt, now })
  const ticket = await findTicketByCode(tx, code)
  if (!ticket) throw new Error(`ticket ${code} was not issued`)
  await bindHold(tx, payment.id, ticket.id, now)
  const change = { to: 'entered', deadlineAt: payment.deadline_at, ticketId: ticket.id, actor, now } as const
  await changeReservation(tx, reservation, change)
  await recordMovement(tx, { lotId, space: 'reserves', change: 1, at: enteredAt })
  await flagDuplicatePlate(tx, { code, plate, lotId, actor, now })
  return { code, reservation: carOf(reservation) }
}

function carOf({ plate, vehicle_name: vehicle }: Reservation) {
  return { plate, vehicle }
}

/** Null when the printed number is taken. */
async function answerRepeatedEntrance(
  tx: Tx,
  code: string,
  printed: string | null,
  reservation: ArrivalResult['reservation'],
): Promise<ArrivalResult | null> {
  const answer = { code, reservation }
  if (printed === null || printed === code || (await findCodeByPrinted(tx, printed)) === code) return answer
  // Under this lock, so that gate events of the stay reach this number too.
  const ticket = await findTicketByCode(tx, code)
  if (ticket) await lockTicket(tx, ticket.id)
  return !(await isCodeTaken(tx, printed)) && (await savePrintedCode(tx, printed, code)) ? answer : null
}

/** The space is given away: the car gets an ordinary ticket, and staff decide. */
async function enterAfterReservationEnd(
  tx: Tx,
  { payment, reservation }: LockedReservation,
  entrance: Entrance,
) {
  const { lotId, gate, printed, enteredAt, now, actor } = entrance
  const { ticket_code: code, plate } = reservation
  const ownTicket = await findTicketByCode(tx, code)
  const earlierTicket = ownTicket ?? (await findWalkInTicket(tx, reservation))
  if (earlierTicket && isRepeatedReport(earlierTicket, enteredAt))
    return answerRepeatedEntrance(tx, earlierTicket.code, printed, null)
  if (ownTicket) return null
  await issueTicket(tx, { lotId, gate, code, printed, plate, enteredAt, now })
  const retained = { paymentIds: [payment.id], amountCents: payment.amount_cents, now }
  await openKeptMoneyCases(tx, 'came_in_time', retained)
  const after = { state: reservation.state, entered_at: enteredAt }
  await audit(tx, { ...reservationAuditEntry(reservation.id, actor, now), action: 'came_in_time', after })
  await recordMovement(tx, { lotId, space: 'normal', change: 1, at: enteredAt })
  await flagDuplicatePlate(tx, { code, plate, lotId, actor, now })
  return { code, reservation: null }
}
