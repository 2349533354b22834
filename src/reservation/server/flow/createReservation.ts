import type { Db, Tx } from '#db/schema.ts'
import { hourMs, minuteMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { lockLotWithReservedSpace } from '#parking/server/flow/lockLotWithReservedSpace.ts'
import { openHold } from '#payment/hold/server/openHold.ts'
import { limits } from '#session/limits.ts'
import { lockRate } from '#session/server/limits/admit.ts'
import { lotsWithTariff } from '#ticket/server/tariff/store.ts'
import { generateTicketCode } from '#ticket/server/codes/ticketCodes.ts'
import { type Vehicle, findVehicleById } from '#vehicle/server/store.ts'
import { type ReserveSettings, type ReserveTerms, reserveTermsOf } from '../../reserveTerms.ts'
import { activeStates } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { endUnusedReservation } from '../jobs/endUnusedReservation.ts'
import {
  countReserved,
  countUnpaid,
  findReservation,
  insertReservation,
  reservationQuery,
  reserveStateOf,
} from '../store.ts'

type ReservationRequest = { userId: number; sessionHash: string; vehicleId: number; lotId: number | null }

/**
 * Answers the payment's token; a repeat answers the waiting one. Throws `reserve_off`, `not_found`,
 * `already_reserved`, `unpaid_spaces`, `lot_not_open`, `sold_out`, `not_configured`.
 */
export async function createReservation(deps: ReservationDeps, wanted: ReservationRequest): Promise<string> {
  const settings = await deps.settings()
  const { terms, isContradictory } = reserveTermsOf(settings)
  if (isContradictory) deps.log.error({ settings }, 'reservation settings contradict themselves')
  if (!terms) throw fail('reserve_off')
  const vehicle = await findVehicleById(deps.db, wanted.userId, wanted.vehicleId)
  if (!vehicle) throw fail('not_found')
  const known = await findUnpaidToken(deps, wanted.userId, vehicle.plate)
  if (known) return known
  await deps.assertConfigured()
  try {
    return await transaction(deps.db, (tx) => reserveSpace(tx, deps, { ...wanted, vehicle, settings, terms }))
  } catch (error) {
    if (!isUniqueViolation(error, 'reservation_one_per_plate')) throw error
    const taken = await findUnpaidToken(deps, wanted.userId, vehicle.plate)
    if (taken) return taken
    throw fail('already_reserved')
  }
}

/** The token if unpaid. Throws `already_reserved` for any other active one. */
async function findUnpaidToken(deps: ReservationDeps, userId: number, plate: string): Promise<string | null> {
  const active = await reservationQuery(deps.db)
    .where('reservation.plate', '=', plate)
    .where('reservation.state', 'in', activeStates)
    .executeTakeFirst()
  if (!active) return null
  const state = reserveStateOf(active, deps.clock.now())
  if (state === 'released' || state === 'no_show') {
    await endUnusedReservation(deps, active)
    return null
  }
  if (active.user_id === userId && state === 'held') return active.payment_token
  throw fail('already_reserved')
}

type SpaceRequest = ReservationRequest & { vehicle: Vehicle; settings: ReserveSettings; terms: ReserveTerms }

/** Serialised per lot, so that the last space is sold once. */
async function reserveSpace(tx: Tx, deps: ReservationDeps, taking: SpaceRequest): Promise<string> {
  const now = deps.clock.now()
  const { vehicle, settings, terms, userId, sessionHash } = taking
  await lockRate(tx, { limit: 'unpaid_account', key: String(userId) })
  if ((await countUnpaid(tx, userId, now)) >= limits.unpaid_account.max) throw fail('unpaid_spaces')
  const lot = await lockLotWithReservedSpace(tx, taking.lotId, { countReserved, lotsWithTariff }, now)
  if (!lot) throw fail((await isLotOpen(tx, taking.lotId)) ? 'sold_out' : 'lot_not_open')
  const { id: lotId, timeZone } = lot
  const until = addMs(now, settings.holdMinutes * minuteMs)
  let ticketCode = await generateTicketCode(tx)
  while (await findReservation(tx, 'ticket_code', ticketCode)) ticketCode = await generateTicketCode(tx)
  const lineText = 'Pré-autorização da vaga reservada'
  const amountCents = terms.holdCents
  const bill = { ticketCode, lotId, timeZone, amountCents, lineText, payUntil: until }
  const payment = await openHold(tx, bill, { sessionHash, userId, now })
  await insertReservation(tx, {
    payment_id: payment.id,
    user_id: userId,
    vehicle_id: vehicle.id,
    vehicle_name: vehicle.name,
    plate: vehicle.plate,
    lot_id: lotId,
    ticket_code: ticketCode,
    gate_token: randomToken(),
    hold_cents: amountCents,
    retained_cents: terms.retainedCents,
    deadline_at: until,
    arrive_until_at: addMs(now, settings.arriveHours * hourMs),
    created_at: now,
  })
  return payment.token
}

/** docs/spec.md#r40 */
async function isLotOpen(db: Db, lotId: number | null): Promise<boolean> {
  return lotId === null || (await lotsWithTariff(db)).has(lotId)
}
