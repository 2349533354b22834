export type Load = {
  /** How many works were done, how many per second, and how long each took in milliseconds. */
  count: number
  rate: number
  p50: number
  p99: number
}

/** Repeats `work` in so many lanes for so long, and at least `least` times. Ends with the first failure. */
export async function load(
  work: (lane: number) => Promise<unknown>,
  { lanes, seconds, least = 0 }: { lanes: number; seconds: number; least?: number },
): Promise<Load> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  const inLane = async (lane: number) => {
    for (let now = performance.now(); now < end || times.length < least; now = performance.now()) {
      await work(lane)
      times.push(performance.now() - now)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => inLane(lane)))
  const took = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
  return { count: times.length, rate: times.length / took, p50: at(0.5), p99: at(0.99) }
}
