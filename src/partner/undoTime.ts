import { minuteMs } from '#kit/clock.ts'

/** For so long after a validation the shop may undo it. */
export const undoTimeMs = 10 * minuteMs
