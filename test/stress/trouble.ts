import type { Delays } from '#acquirer/simulator/delays.ts'
import type { Fault, FaultOf, Met } from '#acquirer/simulator/faults.ts'
import type { PixFault, PixFaultOf, PixMet } from '#acquirer/simulator/pix/pixFaults.ts'
import type { Dice } from '../fuzz/dice.ts'
import type { Story } from './story.ts'

/** A run has a minute where life has twenty: what the acquirer is late with is so many times as fast. */
const scale = 20

/** The longest that a sale, a notice or what a query shows is late. */
const lateMs = 200_000
/** By then whatever was late has come. */
export const allHasComeMs = lateMs / scale + 500

/** Times of the portal that go with it; what the product itself fixes (2, 5, 10, 20 s after silence) stays. */
export const hurried = {
  NOT_FOUND_GRACE_MS: String(60_000 / scale),
  JANITOR_INTERVAL_MS: String(30_000 / scale),
  ACQUIRER_TIMEOUT_MS: '1000',
}

/** How often each falls among its kind: what was mended once, more often than it would. */
const weights: Readonly<Record<Met, Readonly<Partial<Record<Fault, number>>>>> = {
  change: {
    hang: 1,
    drop_before_commit: 2,
    drop_after_commit: 2,
    late_sale: 4,
    late_untold: 7,
    status_500: 2,
    html: 1,
    empty: 1,
    status0: 1,
    slow: 1,
    notify_twice: 2,
    notify_early: 2,
    notify_lost: 2,
    notify_late: 2,
    query_lag: 6,
  },
  query: { query_404: 1, query_405: 1, query_none: 2 },
}

/** The same of the bank with Pix. */
const pixWeights: Readonly<Record<PixMet, Readonly<Partial<Record<PixFault, number>>>>> = {
  call: { hang: 1, drop_before_commit: 2, drop_after_commit: 2, status_500: 2 },
  payment: { silent_webhook: 4, webhook_twice: 2, webhook_early: 2 },
  // What is denied is asked for again an hour later, when the run has settled.
  return: { return_pending: 1 },
}

/** An acquirer and a bank that fail in a share of its calls, as the dice want; `end` lets it answer from then on. */
export function openTrouble(dice: Dice, story: Story, share: number) {
  let left = share
  const faultOf: FaultOf = (met) => {
    if (left === 0) return null
    story.note(`acquirer: ${met === 'query' ? 'questions' : 'sales, captures, returns'}`)
    if (!dice.falls(left)) return null
    const fault = dice.pick(tickets(weights[met]))
    story.note(`acquirer: ${fault}`)
    return fault
  }
  const pixFaultOf: PixFaultOf = (met) => {
    if (left === 0 || !dice.falls(left)) return null
    const fault = dice.pick(tickets(pixWeights[met]))
    story.note(`bank: ${fault}`)
    return fault
  }
  const late = () => (40_000 + dice.next() * (lateMs - 40_000)) / scale
  const delays: Delays = { lateMs: late, lagMs: late, slowMs: 3_000 / scale }
  return {
    faultOf,
    pixFaultOf,
    delays,
    end: () => {
      left = 0
    },
  }
}

function tickets<Name extends string>(of: Readonly<Partial<Record<Name, number>>>): Name[] {
  return Object.keys(of).flatMap((name) => (isIn(of, name) ? Array<Name>(of[name] ?? 0).fill(name) : []))
}

function isIn<Name extends string>(of: Readonly<Partial<Record<Name, number>>>, name: string): name is Name {
  return Object.hasOwn(of, name)
}
