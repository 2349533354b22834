import { earlier, hourMs, later, minuteMs, plus } from '#kit/clock.ts'

/**
 * So long a gate that worked offline may take to tell that a car came in time (docs/reservation.md#late-gates): the
 * reservation is a no-show at once, and the money moves then.
 */
export const lateWordMs = hourMs

/** No car leaves and comes again in less: a gate has told the same entrance by another key. */
export const sameEntranceMs = 2 * minuteMs

/** What the operator set: centavos, minutes and hours. */
export type ReserveSettings = {
  readonly enabled: boolean
  /** Pre-authorised when a space is reserved. */
  readonly valueCents: number
  /** Kept on cancel and on no-show. */
  readonly minCents: number
  /** How long a space waits to be paid for. */
  readonly holdMinutes: number
  /** Latest arrival after the reservation was made. */
  readonly arriveHours: number
}

export type Terms = { readonly holdCents: number; readonly retainedCents: number }

/**
 * What a reservation made now costs; null when none can be made. `mistaken`: more would be kept than is held,
 * or nothing held, which staff must know.
 */
export function termsOf(settings: ReserveSettings): { terms: Terms | null; mistaken: boolean } {
  if (!settings.enabled) return { terms: null, mistaken: false }
  const { valueCents, minCents } = settings
  if (valueCents <= 0) return { terms: null, mistaken: true }
  const retainedCents = Math.min(Math.max(0, minCents), valueCents)
  return { terms: { holdCents: valueCents, retainedCents }, mistaken: minCents > valueCents }
}

/** Until when a space waits for the payment of a reservation made at `now`. */
export function payUntil(settings: ReserveSettings, now: Date): Date {
  return plus(now, settings.holdMinutes * minuteMs)
}

/** While a card is being charged the space waits on, but never longer than twice the time there was. */
export function payUntilWhileCharging(wait: { createdAt: Date; deadlineAt: Date }, now: Date): Date {
  const granted = wait.deadlineAt.getTime() - wait.createdAt.getTime()
  const longest = plus(wait.createdAt, Math.max(granted, 30 * minuteMs))
  return later(wait.deadlineAt, earlier(plus(now, 15 * minuteMs), longest))
}

/** Latest arrival of a reservation made at `now`: told before it is paid for, and kept. */
export function arriveUntil(settings: ReserveSettings, now: Date): Date {
  return plus(now, settings.arriveHours * hourMs)
}
