import { earlier, hourMs, later, minuteMs, addMs } from '#kit/clock.ts'

/** docs/reservation.md#late-gate-reports */
export const lateReportMs = hourMs

/** Two reports within this time are the same entrance. */
export const sameEntranceMs = 2 * minuteMs

/** Amounts are centavos. */
export type ReserveSettings = {
  readonly enabled: boolean
  readonly valueCents: number
  readonly minCents: number
  readonly holdMinutes: number
  readonly arriveHours: number
}

export type ReserveTerms = { readonly holdCents: number; readonly retainedCents: number }

/** `terms` is null when nothing can be reserved. */
export function reserveTermsOf(settings: ReserveSettings): {
  terms: ReserveTerms | null
  isContradictory: boolean
} {
  if (!settings.enabled) return { terms: null, isContradictory: false }
  const { valueCents, minCents } = settings
  if (valueCents <= 0) return { terms: null, isContradictory: true }
  const retainedCents = Math.min(Math.max(0, minCents), valueCents)
  return { terms: { holdCents: valueCents, retainedCents }, isContradictory: minCents > valueCents }
}

/** During a charge, up to twice the original time. */
export function extendPaymentDeadline(wait: { createdAt: Date; deadlineAt: Date }, now: Date): Date {
  const granted = wait.deadlineAt.getTime() - wait.createdAt.getTime()
  const longest = addMs(wait.createdAt, Math.max(granted, 30 * minuteMs))
  return later(wait.deadlineAt, earlier(addMs(now, 15 * minuteMs), longest))
}

/** The first instant that is too late (docs/spec.md#r34). */
export function arrivalEnd(latestAt: Date): Date {
  return addMs(latestAt, minuteMs - (latestAt.getTime() % minuteMs))
}

/** Whether a car that enters at `at` comes in time. */
export function arrivesInTime(latestAt: Date, at: Date): boolean {
  return at < arrivalEnd(latestAt)
}
