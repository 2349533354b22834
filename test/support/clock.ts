import type { Clock } from '#kit/clock.ts'
import { minuteMs, plus } from '#kit/clock.ts'

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #now: Date
  constructor(at: string) {
    this.#now = new Date(at)
  }
  now(): Date {
    return this.#now
  }
  forward(minutes: number): void {
    this.#now = plus(this.#now, minutes * minuteMs)
  }
  minutesAgo(minutes: number): Date {
    return plus(this.#now, -minutes * minuteMs)
  }
}
