import { hourMs, minuteMs } from '#kit/clock.ts'

/** How long an open payment can be paid. */
export const openMs = 2 * hourMs

/** Time limit of an authentication (docs/spec.md#r12). */
export const authenticationMs = 15 * minuteMs

/** Maximum openings of one authentication's document; each requests a token. */
export const openingsMax = 5

/** When an attempt is first rechecked by itself, unless it is over. */
export const firstRecheckMs = 16 * minuteMs

/** When a pending attempt is rechecked after its time is over. */
export const afterPendingMs = minuteMs

/** When the acquirer is asked for duplicate sales of an attempt (docs/payment.md#counted). */
export const countedAfterMs = hourMs

/** Interval of rechecks of an accepted change. */
export const recheckMs = 30 * minuteMs

/** How long a late answer keeps the call's price and exit tolerance. */
export const honouredMs = 15 * minuteMs

/** A day less than the acquirer's capture window of 7 days. */
export const holdMs = 6 * 24 * hourMs

/** First recheck of an open code after it is shown. */
export const codeFirstCheckMs = 15_000

/** Interval of rechecks of a parked code. */
export const recheckSupersededMs = 30_000

/** Minimum interval of a bank's queries while a code is shown. */
export function codeCheckIntervalMs(ageMs: number): number {
  return ageMs < 5 * minuteMs ? 1_000 : 5_000
}

/** Codes of a ticket to query around a card payment; a paid one is among the newest or the reported. */
export const codesCheckedMax = 4

/** How long a silent bank's code is not queried and blocks no card. */
export const silentMs = 30_000

/** When a call to the acquirer is answered or must be rechecked. */
export function callMs({ acquirerTimeoutMs }: { readonly acquirerTimeoutMs: number }): number {
  return acquirerTimeoutMs + 1_000
}

/** The age after which staff decide. */
export const reviewAfterMs = 24 * hourMs

/** Multiple of `NOT_FOUND_GRACE_MS` in which a lost call may be under way and queries may lag. */
export const lagGraces = 10

/** Queries of an unknown outcome while the payer waits. */
export const recheckSoonMs = [2_000, 5_000, 10_000, 20_000] as const

/** Delay of the next recheck of an attempt without a waiting payment. */
export function recheckLeftMs(ageMs: number, graceMs: number): number {
  return Math.min(graceMs * Math.max(1, Math.floor(ageMs / (4 * graceMs))), 30 * minuteMs)
}

/** Delay of the next query about something unknown for `ageMs`. */
export function recheckAfterMs(ageMs: number, intervalMs: number): number {
  return Math.min(Math.max(intervalMs, ageMs / 4), 30 * minuteMs)
}
