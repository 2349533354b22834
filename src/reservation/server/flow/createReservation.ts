import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { lockReservedSpace } from '#parking/server/flow/lockReservedSpace.ts'
import { openHold } from '#payment/hold/server/openHold.ts'
import { limits } from '#session/limits.ts'
import { lockRate } from '#session/server/limits/hits.ts'
import { lotsWithTariff } from '#ticket/server/store.ts'
import { freeCode } from '#ticket/server/codes/freeCode.ts'
import { type Vehicle, vehicleById } from '#vehicle/server/store.ts'
import { arriveUntil, payUntil, type ReserveSettings, type Terms, termsOf } from '../../terms.ts'
import type { ReservationDeps } from '../deps.ts'
import { lapseUnused } from '../jobs/lapse.ts'
import {
  activeOfPlate,
  countReserved,
  countUnpaid,
  insertReservation,
  reservationOfCode,
  stateOf,
} from '../store.ts'

export type Wanted = { userId: number; sessionHash: string; vehicleId: number; lotId: number | null }

/**
 * Takes a reserved space for a vehicle; it waits to be paid for. Said twice, it answers the space that waits.
 * Answers the token of its payment. Throws `reserve_off`, `not_found` for a vehicle that is not theirs,
 * `already_reserved`, `unpaid_spaces`, `lot_not_open` for a lot without a tariff, `sold_out`.
 */
export async function createReservation(deps: ReservationDeps, wanted: Wanted): Promise<string> {
  const settings = await deps.settings()
  const { terms, mistaken } = termsOf(settings)
  if (mistaken) deps.log.error({ settings }, 'reservation settings contradict themselves')
  if (!terms) throw fail('reserve_off')
  const vehicle = await vehicleById(deps.db, wanted.userId, wanted.vehicleId)
  if (!vehicle) throw fail('not_found')
  const known = await waiting(deps, wanted.userId, vehicle)
  if (known) return known
  try {
    return await transaction(deps.db, (db) => take(db, deps, { ...wanted, vehicle, settings, terms }))
  } catch (error) {
    // The same car was asked for twice at once; the other call has it.
    if (!isUniqueViolation(error, 'reservation_one_per_plate')) throw error
    const taken = await waiting(deps, wanted.userId, vehicle)
    if (taken) return taken
    throw fail('already_reserved')
  }
}

/** The space that this person has for the car already. Throws `already_reserved` for any later state. */
async function waiting(deps: ReservationDeps, userId: number, vehicle: Vehicle): Promise<string | null> {
  const active = await activeOfPlate(deps.db, vehicle.plate)
  if (!active) return null
  const state = stateOf(active, deps.clock.now())
  if (state === 'released' || state === 'no_show') {
    await lapseUnused(deps, active)
    return null
  }
  if (active.user_id === userId && state === 'held') return active.payment_token
  throw fail('already_reserved')
}

type Taking = Wanted & { vehicle: Vehicle; settings: ReserveSettings; terms: Terms }

/** One at a time for each lot: the last space is sold once. */
async function take(db: Tx, deps: ReservationDeps, taking: Taking): Promise<string> {
  const now = deps.clock.now()
  const { vehicle, settings, terms, userId, sessionHash } = taking
  await lockRate(db, { limit: 'unpaid_account', key: String(userId) })
  if ((await countUnpaid(db, userId, now)) >= limits.unpaid_account.max) throw fail('unpaid_spaces')
  const lot = await lockReservedSpace(db, taking.lotId, { countReserved, lotsWithTariff }, now)
  if (!lot) throw fail((await isOpen(db, taking.lotId)) ? 'sold_out' : 'lot_not_open')
  const until = payUntil(settings, now)
  const ticketCode = await unusedCode(db)
  const { id: lotId, timeZone } = lot
  const lineText = 'Pré-autorização da vaga reservada'
  const amountCents = terms.holdCents
  const bill = { ticketCode, lotId, timeZone, amountCents, lineText, payUntil: until }
  const payment = await openHold(db, bill, { sessionHash, userId, now })
  await insertReservation(db, {
    paymentId: payment.id,
    userId,
    vehicle,
    lotId,
    ticketCode,
    gateToken: randomToken(),
    ...terms,
    payUntil: until,
    arriveUntil: arriveUntil(settings, now),
    now,
  })
  return payment.token
}

/** Whether the lot that was named, if one was, has a tariff: without it no car enters there (docs/spec.md#r40). */
async function isOpen(db: Db, lotId: number | null): Promise<boolean> {
  return lotId === null || (await lotsWithTariff(db)).has(lotId)
}

async function unusedCode(db: Db): Promise<string> {
  for (;;) {
    const code = await freeCode(db)
    if (!(await reservationOfCode(db, code))) return code
  }
}
