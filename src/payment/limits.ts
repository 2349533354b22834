import { hourMs, minuteMs } from '#kit/clock.ts'

export const openPaymentMs = 2 * hourMs

/** docs/spec.md#r12 */
export const authenticationMs = 15 * minuteMs

export const maxAuthenticationOpenings = 5

export const firstRecheckMs = 16 * minuteMs

export const recheckAfterPendingMs = minuteMs

/** docs/payment.md#duplicate-sales */
export const duplicateCheckAfterMs = hourMs

export const pendingRecheckMs = 30 * minuteMs

/** How long a late answer keeps the call's price and exit tolerance. */
export const lateAnswerHonouredMs = 15 * minuteMs

/** A day less than the acquirer's capture window of 7 days. */
export const holdMs = 6 * 24 * hourMs

export const codeFirstCheckMs = 15_000

export const recheckSupersededMs = 30_000

/** Minimum interval of a bank's queries while a code is shown. */
export function codeCheckIntervalMs(ageMs: number): number {
  return ageMs < 5 * minuteMs ? 1_000 : 5_000
}

export const maxCodesChecked = 4

/** How long a silent bank's code is not queried and blocks no card. */
export const silentBankPauseMs = 30_000

/** When a call to the acquirer is answered or must be rechecked. */
export function acquirerCallMs({ acquirerTimeoutMs }: { readonly acquirerTimeoutMs: number }): number {
  return acquirerTimeoutMs + 1_000
}

export const reviewAfterMs = 24 * hourMs

/** Multiple of `NOT_FOUND_GRACE_MS` in which queries may lag. */
export const queryLagFactor = 10

export const recheckSoonMs = [2_000, 5_000, 10_000, 20_000] as const

/** Delay of the next recheck of an attempt without a waiting payment. */
export function unattendedRecheckDelayMs(ageMs: number, graceMs: number): number {
  return Math.min(graceMs * Math.max(1, Math.floor(ageMs / (4 * graceMs))), 30 * minuteMs)
}

/** Delay of the next query about something unknown for `ageMs`. */
export function recheckDelayMs(ageMs: number, intervalMs: number): number {
  return Math.min(Math.max(intervalMs, ageMs / 4), 30 * minuteMs)
}
