import { type SharedClock, minuteMs, addMs } from '#kit/clock.ts'

/** A clock that only the test moves. */
export class TestClock implements SharedClock {
  #now: Date
  /** The clock of one instance; the database's clock cannot be fixed. */
  #aheadMs = 0
  constructor(at: string) {
    this.#now = new Date(at)
  }
  now(): Date {
    return addMs(this.#now, this.#aheadMs)
  }
  shared(): Date {
    return this.#now
  }
  fixed(): Date {
    return this.#now
  }
  runAhead(minutes: number): void {
    this.#aheadMs = minutes * minuteMs
  }
  forward(minutes: number): void {
    this.#now = addMs(this.#now, minutes * minuteMs)
  }
  minutesAgo(minutes: number): Date {
    return addMs(this.now(), -minutes * minuteMs)
  }
}
