import { type Clock, minuteMs, plus } from '#kit/clock.ts'

/** How long queries do not show a change that they are slow to learn of. */
const lagMs = minuteMs

/** Sales whose last change no query shows yet. */
export type Lag = { hide(paymentId: string): void; hides(paymentId: string): boolean }

export function openLag(clock: Clock): Lag {
  const until = new Map<string, Date>()
  return {
    hide: (paymentId) => void until.set(paymentId, plus(clock.now(), lagMs)),
    hides(paymentId) {
      const shownFrom = until.get(paymentId)
      return shownFrom !== undefined && shownFrom > clock.now()
    },
  }
}
