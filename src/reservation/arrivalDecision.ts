import { addMs, clockSkewMs } from '#kit/clock.ts'
import type { ReserveState } from './reservationState.ts'
import { arrivesInTime, sameEntranceMs } from './reserveTerms.ts'

type Visit = { readonly entered_at: Date | null; readonly exited_at: Date | null }

type ReservedSpace = {
  readonly state: ReserveState
  readonly created_at: Date
  readonly updated_at: Date
  readonly arrive_until_at: Date
  readonly was_paid_for: boolean
}

type ReservedVisit = ReservedSpace & Visit

type ArrivalFacts = {
  readonly reservation: ReservedVisit & {
    readonly lot_id: number
    readonly deadline_at: Date | null
    readonly on_hold: boolean
  }
  readonly lotId: number
  readonly byPlate: boolean
  readonly at: Date
}

/** `late`: the reservation was valid at that instant, and its space has been given away since. */
export function decideArrival(facts: ArrivalFacts): 'repeated' | 'enter' | 'late' | 'none' {
  const { reservation, lotId, byPlate, at } = facts
  if (reservation.lot_id !== lotId) return 'none'
  // QR code and reservation code are valid for one entrance.
  if (byPlate && isRepeatedReport(reservation, at)) return 'repeated'
  const { state, on_hold: isOnHold, deadline_at: deadlineAt } = reservation
  const inTime = deadlineAt === null || arrivesInTime(deadlineAt, at)
  if (state === 'preauthorised' && isOnHold && inTime) return 'enter'
  return hasEndedAfterPayment(reservation) && wasReservationValid(reservation, at) ? 'late' : 'none'
}

/** Which of a plate's reservations a car enters. */
export function chooseReservation<R extends ReservedVisit>(candidates: readonly R[], at: Date) {
  const active = candidates.find(({ state }) => state === 'preauthorised')
  const past = candidates.find((one) => wasInsideAt(one, at))
  if (past) return past
  if (active && wasReservationValid(active, at)) return active
  return (
    candidates.find((one) => wasReservationValid(one, at)) ??
    candidates.find((one) => one.exited_at === null && isSameEntrance(one, at)) ??
    // A plate with an active reservation enters it (docs/reservation.md#late-gate-reports).
    active ??
    candidates.find((one) => isSameEntrance(one, at))
  )
}

/** Whether a report repeats this visit's entrance, or is of an instant within the visit. */
export function isRepeatedReport(visit: Visit, at: Date): boolean {
  return isSameEntrance(visit, at) || wasInsideAt(visit, at)
}

function isSameEntrance({ entered_at: cameAt, exited_at: leftAt }: Visit, at: Date): boolean {
  return cameAt !== null && at <= addMs(cameAt, sameEntranceMs) && (leftAt === null || at < leftAt)
}

function wasInsideAt({ entered_at: cameAt, exited_at: leftAt }: Visit, at: Date): boolean {
  return cameAt !== null && leftAt !== null && at >= addMs(cameAt, -sameEntranceMs) && at < leftAt
}

function wasReservationValid(reservation: ReservedSpace, at: Date): boolean {
  const { state, created_at: madeAt, updated_at: changedAt, arrive_until_at: latestAt } = reservation
  if (at < addMs(madeAt, -clockSkewMs) || !arrivesInTime(latestAt, at)) return false
  if (state === 'preauthorised') return true
  return hasEndedAfterPayment(reservation) && (state === 'no_show' || at < changedAt)
}

function hasEndedAfterPayment({ state, was_paid_for: wasPaidFor }: ReservedSpace): boolean {
  return wasPaidFor && (state === 'cancelled' || state === 'no_show' || state === 'released')
}
