import { durationText, isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { WireTransaction } from '#payment/contract.ts'
import type { Stay } from '#ticket/stay.ts'
import type { ExitOutcome, WireRunningValue } from '../contract.ts'
import { surplusReason } from '../surplusReason.ts'
import { isInside, reserveAllows } from '../reservationState.ts'
import type { WireReserve } from '../wireReserve.ts'
import { type Reservation, reserveStateOf } from './store.ts'

export function wireReserve(reservation: Reservation, now: Date): WireReserve {
  const iso = (at: Date | null) => (at === null ? null : isoIn(reservation.time_zone, at))
  const state = reserveStateOf(reservation, now)
  const { hold_cents: holdCents } = reservation
  const hold = { state: reservation.payment_state, requestedCents: reservation.requested_cents, holdCents }
  return {
    state,
    lot_id: reservation.lot_id,
    lot: reservation.lot_name,
    reserve_hint: reservation.reserve_hint,
    hold: wireMoney(holdCents),
    retained: wireMoney(reservation.retained_cents),
    pay_until: state === 'held' ? iso(reservation.deadline_at) : null,
    arrive_until: isoIn(reservation.time_zone, reservation.arrive_until_at),
    entered_at: iso(reservation.entered_at),
    owed: isInside(state) ? surplusReason(hold) : null,
    exit_until: state === 'exit_confirmed' ? iso(reservation.deadline_at) : null,
    can_cancel: reserveAllows('cancel', state),
    can_confirm: reserveAllows('confirm', state),
    has_qrcode: reserveAllows('showCode', state),
  }
}

export function wireExitOutcome(
  transaction: WireTransaction,
  result: { ok?: boolean; reason: string | null; needsReload?: boolean; surplus?: WireTransaction },
): ExitOutcome {
  const { ok = false, reason, needsReload = false, surplus = null } = result
  return {
    ok,
    reason,
    needs_reload: needsReload,
    ticket_dt_exit: ok ? (transaction.reserve?.exit_until ?? null) : null,
    transaction,
    surplus_token: surplus?.ws_token ?? null,
    surplus,
  }
}

/** `stay` is null before the entrance. */
export function wireRunningValue(reservation: Reservation, stay: Stay | null, now: Date): WireRunningValue {
  const iso = (at: Date | null) => (at === null ? null : isoIn(reservation.time_zone, at))
  const state = reserveStateOf(reservation, now)
  const paidCents = stay?.paidCents ?? 0
  // An authorised exit is not priced again before its deadline.
  const due = state === 'exit_confirmed' ? null : stay
  const dueCents = due?.dueCents ?? 0
  const coveredCents = reservation.on_hold ? reservation.hold_cents : 0
  return {
    ...wireMoney(paidCents + dueCents),
    breakdown: (due?.lines ?? []).map(({ text, amountCents }) => ({ text, ...wireMoney(amountCents) })),
    state,
    hold: wireMoney(reservation.hold_cents),
    paid: wireMoney(paidCents),
    due: wireMoney(Math.max(0, dueCents - coveredCents)),
    time: stay ? durationText(stay.minutes) : '',
    time_minutes: stay?.minutes ?? 0,
    entranceDateTime: iso(reservation.entered_at),
    t_expires: iso(due?.quoteExpiresAt ?? null),
    ticket_dt_exit: iso(stay?.exitDeadlineAt ?? null),
    time_zone: reservation.time_zone,
    server_now: isoIn(reservation.time_zone, now),
  }
}
