import { hourMs, minuteMs } from '#kit/clock.ts'

/** How long an untouched transaction stays open before it expires. */
export const openMs = 2 * hourMs

/** How long the payer's page has to authenticate the cardholder (docs/spec.md#r12). */
export const authenticationMs = 15 * minuteMs

/** How often the document of one authentication may be opened: each opening asks the service for a token. */
export const openingsMax = 5

/** An attempt is asked about by itself from here on, whatever became of its payment and unless it is over. */
export const leftBehindMs = 16 * minuteMs

/** One that waits for its payer is asked about by itself so long after its time is over. */
export const afterPendingMs = minuteMs

/** So long after an attempt began its acquirer is asked how many sales it made of it (docs/payment.md#counted). */
export const countedAfterMs = hourMs

/** How often the acquirer is asked about a change that it has taken on. */
export const recheckMs = 30 * minuteMs

/** A late answer keeps the price and the exit tolerance of the pay call for this long. */
export const honouredMs = 15 * minuteMs

/** How long a hold is kept at most: a day before the acquirer's capture window of 7 days ends. */
export const holdMs = 6 * 24 * hourMs

/** An open code is asked about by itself so soon after it is shown, then as often as what is left behind. */
export const codeAskedMs = 15_000

/** A code that was paid while somebody's card is at the acquirer is asked about so often by itself. */
export const recheckSupersededMs = 30_000

/** While somebody looks at an open code the bank is asked at most so often: each second, less often once it is old. */
export function askedEachMs(ageMs: number): number {
  return ageMs < 5 * minuteMs ? 1_000 : 5_000
}

/**
 * About so many codes of a ticket its banks are asked before a card, and when one took nothing: one that somebody has paid
 * is among those called paid or the newest, and whoever makes more of them has no bank asked more often.
 */
export const codesAskedMax = 4

/**
 * A code whose bank said nothing when a card waited for it holds up no other card, and is looked at no more, for so
 * long.
 */
export const silentMs = 30_000

/** So long after a call to the acquirer began its answer has been booked, or it is asked about: its budget, and a second. */
export function callMs({ acquirerTimeoutMs }: { readonly acquirerTimeoutMs: number }): number {
  return acquirerTimeoutMs + 1_000
}

/** After this a person decides. */
export const reviewAfterMs = 24 * hourMs

/**
 * For so many times `NOT_FOUND_GRACE_MS` a call whose answer was lost may still be on its way, and queries may lag
 * behind it.
 */
export const lagGraces = 10

/** So long after its outcome became unknown an attempt is asked about, while somebody waits at the screen. */
export const recheckSoonMs = [2_000, 5_000, 10_000, 20_000] as const

/** When to ask again about an attempt that its payment does not wait for: at growing multiples of the grace. */
export function recheckLeftMs(ageMs: number, graceMs: number): number {
  return Math.min(graceMs * Math.max(1, Math.floor(ageMs / (4 * graceMs))), 30 * minuteMs)
}

/** When to ask the acquirer again about something unknown for `ageMs`: often at first, then rarely. */
export function recheckAfterMs(ageMs: number, intervalMs: number): number {
  return Math.min(Math.max(intervalMs, ageMs / 4), 30 * minuteMs)
}
