import { minuteMs } from '#kit/clock.ts'

/** How long what is late is late here, in ms; a run that has less time takes shorter ones. */
export type Delays = {
  /** A sale, a change or a notification on its way; what the acquirer does by itself afterwards. */
  readonly lateMs: () => number
  /** For how long queries do not show a change that they are slow to learn of. */
  readonly lagMs: () => number
  /** An answer that is slow. */
  readonly slowMs: number
  /** After this a notification that was not answered with 200 is sent again. */
  readonly repeatMs: number
}

export const usualDelays: Delays = {
  lateMs: () => 150_000,
  lagMs: () => 60_000,
  slowMs: 3_000,
  repeatMs: 30 * minuteMs,
}
