import { minuteMs, plus } from '#kit/clock.ts'

/**
 * An exit deadline ('Sair até') is over with its minute: seconds are dropped and the limit minute is inclusive
 * (docs/tariff.md#the-rules-in-words). Price, gate, database and screen go by this.
 */
export const exitMinuteMs = minuteMs

/** When an exit deadline is over. */
export function minuteAfter(deadlineAt: Date): Date {
  return plus(deadlineAt, exitMinuteMs)
}

/** Whether a car that may leave until a deadline may leave at `at`. */
export function mayLeave(deadlineAt: Date, at: Date): boolean {
  return at < minuteAfter(deadlineAt)
}
