import type { OnCall } from '../sides/browser.ts'
import { Refused } from '../sides/http.ts'
import type { PortalSide } from '../sides/portalSide.ts'
import { load } from './load.ts'
import { callAtRate } from './callAtRate.ts'

/** Durations of accepted calls and of refused ones, in milliseconds. */
type Answers = { taken: number[]; refused: number[] }

/** So many guests buy at once while the capacity is measured. */
const lanes = 16

/** The results, and those that miss a limit. */
type Overloaded = { text: string; missed: string[] }

/**
 * The portal under twice the purchases of its capacity, while payments are open. Whole purchases, because the portal
 * needs ten times the client's processor time for them: with look-ups the client alone would keep the machine busy.
 */
export async function overload(side: PortalSide, seconds: number): Promise<Overloaded> {
  const buy = async (onCall?: OnCall) => (await side.open(onCall))()
  await load(() => buy(), { lanes, seconds: 8 })
  await side.settle()
  const before = answers()
  const carried = await load(() => buy(before.onCall), { lanes, seconds })
  await side.settle()
  const toPay = await Promise.all(Array.from({ length: lanes }, () => side.open()))
  const during = answers()
  const overload = callAtRate(2 * carried.rate, seconds, () => buy(during.onCall).catch(unlessRefused))
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 2))
  const paid = await Promise.allSettled(toPay.map((pay) => pay()))
  await overload
  const usual = at(before.taken, 0.5)
  const recoveredMs = await recover(side, 4 * usual)
  const finished = paid.filter(({ status }) => status === 'fulfilled').length
  return report({ carried: carried.rate, before, during, finished, recoveredMs })
}

/** The rows of docs/performance.md. */
function report(seen: {
  carried: number
  before: Answers
  during: Answers
  finished: number
  recoveredMs: number
}): Overloaded {
  const [usual, stormy] = [at(seen.before.taken, 0.5), at(seen.during.taken, 0.5)]
  const wanted: readonly (readonly [string, boolean])[] = [
    ['what is taken within 4 times the p50', stormy <= 4 * usual],
    ['every payment under way finished', seen.finished === lanes],
    ['recovered within 5 s', seen.recoveredMs <= 5000],
  ]
  const lines = [
    `carried: ${seen.carried.toFixed(0)} purchases /s, a call's ${spread(seen.before.taken)}`,
    `at twice that: ${seen.during.taken.length} calls taken, ${spread(seen.during.taken)}: ${(stormy / usual).toFixed(1)} times`,
    `${seen.during.refused.length} refused, ${spread(seen.during.refused)}`,
    `payments under way: ${seen.finished} of ${lanes} finished`,
    `recovered after ${seen.recoveredMs.toFixed(0)} ms`,
    ...wanted.map(([name, isMet]) => `${isMet ? 'met' : 'MISSED'}: ${name}`),
  ]
  return {
    text: `${lines.join('\n')}\n`,
    missed: wanted.filter(([, isMet]) => !isMet).map(([name]) => name),
  }
}

function answers(): Answers & { onCall: OnCall } {
  const [taken, refused]: [number[], number[]] = [[], []]
  return { taken, refused, onCall: (call) => void (call.refused ? refused : taken).push(call.ms) }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

/** Milliseconds until ten consecutive look-ups are accepted, each within `withinMs`. */
async function recover(side: PortalSide, withinMs: number): Promise<number> {
  const started = performance.now()
  for (let good = 0; good < 10;) {
    const asked = performance.now()
    let isTaken = true
    await side.lookUp().catch((error: unknown) => {
      unlessRefused(error)
      isTaken = false
    })
    good = isTaken && performance.now() - asked <= withinMs ? good + 1 : 0
    if (performance.now() - started > 60_000) throw new Error('has not recovered for a minute')
  }
  return performance.now() - started
}

const spread = (times: number[]) =>
  `p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
}
