import type { TestClock } from '#test/support/clock.ts'

type Event = { minute: number; order: number; run: () => void | Promise<void> }

export type Day = ReturnType<typeof openDay>

/** Events in the order of the clock; each may add later ones. The same seed is the same day. */
export function openDay(clock: TestClock, seed: number) {
  const events: Event[] = []
  let minute = 0
  let order = 0
  let state = seed
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    between,
    chance: (share: number) => random() < share,
    one: <T>(of: readonly T[]): T => {
      const chosen = of[between(0, of.length - 1)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    /** Adds an event at a minute of the day. */
    at: (minute: number, run: Event['run']) => {
      order += 1
      events.push({ minute, order, run })
    },
    /** Runs the day; `after` is called after every event. */
    run: async (after: () => Promise<void>) => {
      for (;;) {
        events.sort((a, b) => a.minute - b.minute || a.order - b.order)
        const next = events.shift()
        if (!next) return
        if (next.minute > minute) {
          clock.forward(next.minute - minute)
          minute = next.minute
        }
        await next.run()
        await after()
      }
    },
  }
}
