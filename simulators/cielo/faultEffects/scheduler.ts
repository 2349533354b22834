import { type Clock, addMs } from '#kit/clock.ts'
import type { Delays } from '../delays.ts'

/** Scheduled work, run by the first call after its time. */
export type Scheduler = { schedule(work: () => void, afterMs?: number): void; runDue(): void }

export function createScheduler(clock: Clock, { lateMs }: Pick<Delays, 'lateMs'>): Scheduler {
  let waiting: { at: Date; work: () => void }[] = []
  return {
    schedule(work, afterMs = lateMs()) {
      waiting.push({ at: addMs(clock.now(), afterMs), work })
    },
    runDue() {
      const due = waiting.filter(({ at }) => at <= clock.now())
      waiting = waiting.filter((one) => !due.includes(one))
      for (const { work } of due) work()
    },
  }
}

/** Hides the last change of sales from queries. */
export type QueryLag = { hide(paymentId: string, forMs?: number): void; hides(paymentId: string): boolean }

export function createQueryLag(clock: Clock, { lagMs }: Pick<Delays, 'lagMs'>): QueryLag {
  const until = new Map<string, Date>()
  return {
    hide: (paymentId, forMs = lagMs()) => void until.set(paymentId, addMs(clock.now(), forMs)),
    hides(paymentId) {
      const shownFrom = until.get(paymentId)
      return shownFrom !== undefined && shownFrom > clock.now()
    },
  }
}
