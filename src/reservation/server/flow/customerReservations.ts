import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { getPaymentOfBearer } from '#payment/server/bearer.ts'
import {
  findReservation,
  type Reservation,
  reservationQuery,
  reserveStateSql,
  reserveStateOf,
} from '../store.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { lockStay } from '#ticket/server/stay.ts'
import type { ReservationDeps } from '../deps.ts'
import { wireRunningValue } from '../view.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import { activeStates, reserveAllows } from '../../reservationState.ts'
import { type QrCodeImage, drawQrCode } from '#kit/server/http/qrCodeImage.ts'
import { signGateCode } from '../gateCode.ts'

export type ReservationOwner = { token: string; userId: number }
type Bearer = { token: string; userId: number | null }

/** Throws `not_found`, also for another person's reservation. */
export async function findOwnReservation(db: Db, { token, userId }: ReservationOwner): Promise<Reservation> {
  const reservation = await findReservationOfBearer(db, { token, userId })
  if (reservation.user_id !== userId) throw fail('not_found')
  return reservation
}

/** For the owner, if there is one. Throws `not_found`. */
async function findReservationOfBearer(db: Db, by: Bearer) {
  const payment = await getPaymentOfBearer(db, by)
  const reservation = await findReservation(db, 'payment_id', payment.id)
  if (!reservation) throw fail('not_found')
  return reservation
}

/** Throws `not_found`. */
export async function readRunningValue(deps: ReservationDeps, by: ReservationOwner) {
  const reservation = await findOwnReservation(deps.db, by)
  const now = deps.clock.now()
  const { ticket_id: ticketId } = reservation
  const stay = ticketId === null ? null : await transaction(deps.db, (tx) => lockStay(tx, ticketId, now))
  return wireRunningValue(reservation, stay, now)
}

/** Lists the newest 30, active ones first. */
export async function listReservations(deps: ReservationDeps, userId: number): Promise<WireTransaction[]> {
  const found = await reservationQuery(deps.db)
    .where('reservation.user_id', '=', userId)
    .orderBy((eb) => eb(reserveStateSql(deps.clock.now()), 'in', activeStates), 'desc')
    .orderBy('reservation.id', 'desc')
    .limit(30)
    .execute()
  const list: WireTransaction[] = []
  for (const { payment_token: token } of found) list.push(await readPayment(deps, { token, userId }))
  return list
}

/** Throws `not_found` before the payment, `qrcode_over` after the end. */
export async function drawGateCode(deps: ReservationDeps, by: Bearer, type: QrCodeImage['type']) {
  const reservation = await findReservationOfBearer(deps.db, by)
  const state = reserveStateOf(reservation, deps.clock.now())
  if (state === 'held') throw fail('not_found')
  if (!reserveAllows('showCode', state)) throw fail('qrcode_over')
  return drawQrCode(signGateCode(deps.gateKey, reservation.gate_token), type)
}
