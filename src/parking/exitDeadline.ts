import { minuteMs, addMs } from '#kit/clock.ts'

/** 'Sair até' includes its whole minute (docs/tariff.md#the-rules-in-words). */
export const exitMinuteMs = minuteMs

/** The instant at which an exit deadline is over. */
export function exitDeadlineEnd(deadlineAt: Date): Date {
  return addMs(deadlineAt, exitMinuteMs)
}

/** Whether a car with this deadline may leave at `at`. */
export function canExitAt(deadlineAt: Date, at: Date): boolean {
  return at < exitDeadlineEnd(deadlineAt)
}
