import { Refused } from '../sides/http.ts'
import { load } from './load.ts'
import { callsAt } from './pace.ts'
import type { PortalSide } from '../sides/portalSide.ts'

/** How long the calls that were taken took in milliseconds, and those that were refused. */
type Answers = { taken: number[]; refused: number[] }

/** The portal under twice the look-ups that it can carry, with payments under way; answers what was seen. */
export async function overload(side: PortalSide, seconds: number): Promise<string> {
  await load(side.lookUp, { lanes: 32, seconds: 2 })
  const carried = await load(side.lookUp, { lanes: 32, seconds })
  const toPay = await Promise.all(Array.from({ length: 16 }, () => side.open()))
  const answers: Answers = { taken: [], refused: [] }
  const storm = callsAt(2 * carried.rate, seconds, () => timed(side, answers))
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 2))
  const paid = await Promise.allSettled(toPay.map((pay) => pay()))
  await storm
  const recoveredMs = await recover(side, 4 * carried.p50)
  const finished = paid.filter(({ status }) => status === 'fulfilled').length
  return [
    `carried: ${carried.rate.toFixed(0)} /s, p50 ${carried.p50.toFixed(0)} ms`,
    `at twice that for ${seconds} s: ${answers.taken.length} taken, p50 ${at(answers.taken, 0.5)} ms, p99 ${at(answers.taken, 0.99)} ms`,
    `${answers.refused.length} refused, p50 ${at(answers.refused, 0.5)} ms, p99 ${at(answers.refused, 0.99)} ms`,
    `payments under way: ${finished} of ${toPay.length} finished`,
    `recovered after ${recoveredMs.toFixed(0)} ms`,
    '',
  ].join('\n')
}

async function timed(side: PortalSide, answers: Answers): Promise<void> {
  const started = performance.now()
  try {
    await side.lookUp()
    answers.taken.push(performance.now() - started)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    answers.refused.push(performance.now() - started)
  }
}

/** Milliseconds until ten calls one after the other are taken, each within `withinMs`. */
async function recover(side: PortalSide, withinMs: number): Promise<number> {
  const started = performance.now()
  for (let good = 0; good < 10;) {
    const answers: Answers = { taken: [], refused: [] }
    await timed(side, answers)
    good = (answers.taken[0] ?? Infinity) <= withinMs ? good + 1 : 0
    if (performance.now() - started > 60_000) throw new Error('has not recovered for a minute')
  }
  return performance.now() - started
}

function at(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(0)
}
