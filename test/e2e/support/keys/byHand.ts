/** A person's tap, key and wait for an answer on a slow line, in milliseconds (bench/driver.ts). */
const costs = { taps: 900, keys: 70, calls: 800 } as const

/** How long a scripted person takes, whatever the speed of the machine that runs the test. */
export function byHandMs(done: Readonly<Record<keyof typeof costs, number>>): number {
  return done.taps * costs.taps + done.keys * costs.keys + done.calls * costs.calls
}
