import { type Clock, plus } from '#kit/clock.ts'
import type { Delays } from '../delays.ts'

/** Hides the last change of sales from queries. */
export type Lag = { hide(paymentId: string, forMs?: number): void; hides(paymentId: string): boolean }

export function openLag(clock: Clock, { lagMs }: Pick<Delays, 'lagMs'>): Lag {
  const until = new Map<string, Date>()
  return {
    hide: (paymentId, forMs = lagMs()) => void until.set(paymentId, plus(clock.now(), forMs)),
    hides(paymentId) {
      const shownFrom = until.get(paymentId)
      return shownFrom !== undefined && shownFrom > clock.now()
    },
  }
}
