import { minuteMs } from '#kit/clock.ts'

/** In ms; short test runs set shorter ones. */
export type Delays = {
  /** Of late sales, changes and notifications, and of later events. */
  readonly lateMs: () => number
  /** How long queries do not show a change. */
  readonly lagMs: () => number
  readonly slowMs: number
  /** Wait before a failed notification is repeated. */
  readonly repeatMs: number
}

export const defaultDelays: Delays = {
  lateMs: () => 150_000,
  lagMs: () => 60_000,
  slowMs: 3_000,
  repeatMs: 30 * minuteMs,
}
