import { setTimeout as wait } from 'node:timers/promises'

export type Pulse = ReturnType<typeof openPulse>

const eachMs = 500

/**
 * How long each instance takes for a call that does nothing, looked at all the time: a call that took long while this one
 * did too was slow because the machine was.
 */
export function openPulse(running: () => readonly string[]) {
  const beats: { at: number; ms: number }[] = []
  let isOver = false
  const beat = async (url: string) => {
    const at = performance.now()
    await fetch(`${url}/healthz`).catch(() => null)
    beats.push({ at, ms: performance.now() - at })
  }
  const beating = (async () => {
    while (!isOver) {
      await Promise.all([...running().map(beat), wait(eachMs)])
    }
  })()
  return {
    /** The slowest of what was begun since then. */
    slowestSince: (from: number): number =>
      Math.round(Math.max(0, ...beats.filter(({ at }) => at >= from - eachMs).map(({ ms }) => ms))),
    stop: async (): Promise<void> => {
      isOver = true
      await beating
    },
  }
}
