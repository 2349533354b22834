import { hourMs, minuteMs } from '#kit/clock.ts'

/** How long an open payment can be paid. */
export const openMs = 2 * hourMs

/** Time limit of an authentication (docs/spec.md#r12). */
export const authenticationMs = 15 * minuteMs

/** Maximum openings of one authentication's document; each requests a token. */
export const openingsMax = 5

/** When an attempt is first rechecked by itself, unless it is over. */
export const leftBehindMs = 16 * minuteMs

/** When a pending attempt is rechecked after its time is over. */
export const afterPendingMs = minuteMs

/** When the acquirer is asked for duplicate sales of an attempt (docs/payment.md#counted). */
export const countedAfterMs = hourMs

/** Interval of rechecks of a change that the acquirer accepted. */
export const recheckMs = 30 * minuteMs

/** How long a late answer keeps the price and exit tolerance of the pay call. */
export const honouredMs = 15 * minuteMs

/** Maximum age of a hold: a day less than the acquirer's capture window of 7 days. */
export const holdMs = 6 * 24 * hourMs

/** First recheck of an open code after it is shown. */
export const codeAskedMs = 15_000

/** Interval of rechecks of a parked code. */
export const recheckSupersededMs = 30_000

/** Minimum interval of a bank's queries while a code is on a screen: 1 s, later 5 s. */
export function askedEachMs(ageMs: number): number {
  return ageMs < 5 * minuteMs ? 1_000 : 5_000
}

/**
 * Maximum codes of a ticket that are queried before a card is sent, or after one took nothing: a paid code is
 * among the newest or those reported as paid.
 */
export const codesAskedMax = 4

/** How long a code whose bank did not answer is neither queried nor holds up a card. */
export const silentMs = 30_000

/** When a call to the acquirer is answered or must be rechecked: its timeout and a second. */
export function callMs({ acquirerTimeoutMs }: { readonly acquirerTimeoutMs: number }): number {
  return acquirerTimeoutMs + 1_000
}

/** The age after which staff decide. */
export const reviewAfterMs = 24 * hourMs

/** Multiple of `NOT_FOUND_GRACE_MS` during which a lost call may still be under way and queries may lag. */
export const lagGraces = 10

/** When an unknown outcome is queried while the payer waits at the screen. */
export const recheckSoonMs = [2_000, 5_000, 10_000, 20_000] as const

/** Delay of the next recheck of an attempt that its payment does not wait for. */
export function recheckLeftMs(ageMs: number, graceMs: number): number {
  return Math.min(graceMs * Math.max(1, Math.floor(ageMs / (4 * graceMs))), 30 * minuteMs)
}

/** Delay of the next query about something unknown for `ageMs`: at first `intervalMs`, at most 30 minutes. */
export function recheckAfterMs(ageMs: number, intervalMs: number): number {
  return Math.min(Math.max(intervalMs, ageMs / 4), 30 * minuteMs)
}
